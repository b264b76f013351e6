import { describe, expect, it, vi } from 'vitest';
import type { Bank, BankFilter } from '#contract/bank.ts';
import type { DirectoryRow, InstitutionRow } from '#contract/directory.ts';
import { foldWords } from '#identify/fold-words.ts';
import { Identifier, type Directories } from '#identify/identifier.ts';
import { matchParticipant } from '#identify/rails/routing-number.ts';
import { routingNumber } from '../../support/directory-files.ts';
import { data } from './ask.ts';
import { sampledCount } from './sampled.ts';

const as_of = '2026-11-01';

function row(
  directory: InstitutionRow['directory'],
  key: string,
  name: string,
  bic?: string,
): InstitutionRow {
  const country = { bic: key.slice(4, 6), eiscd: 'GB', fedach: 'US' }[directory];
  return { directory, key, as_of, name, country, ...(bic === undefined ? {} : { bic }) };
}

/** Directories with these rows, which count how often all of them are read. */
function directoriesOf(rows: InstitutionRow[], version = '1') {
  const batches = vi.fn<() => AsyncGenerator<InstitutionRow[]>>(async function* () {
    for (let at = 0; at < rows.length; at += 250) yield await Promise.resolve(rows.slice(at, at + 250));
  });
  const directories: Directories = {
    find: (keys) =>
      Promise.resolve(
        rows.filter((one): one is InstitutionRow & DirectoryRow =>
          keys.some(({ directory, key }) => one.directory === directory && one.key === key),
        ),
      ),
    imported: () => ({ version, batches }),
  };
  return { directories, batches };
}

async function walk(identifier: Identifier, filter: BankFilter, limit: number): Promise<Bank[]> {
  const all: Bank[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await identifier.listBanks(filter, limit, after);
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

describe('[identify.banks.imported] imported institutions are listed', () => {
  const rows = [
    row('bic', 'NWBKGB2L123', 'NATWEST, CITY BRANCH'),
    row('bic', 'NWBKGB2LXXX', 'NATWEST TODAY'),
    row('bic', 'ZZZZUS33', 'ZEBRA TRUST'),
    row('eiscd', '999901', 'ZEBRA BUILDING SOCIETY'),
    row('eiscd', '200415', 'BARCLAYS, SHORT', 'BUKBGB22'),
    row('fedach', '011000109', 'AARDVARK BANK'),
    row('fedach', '321170839', 'TRAVIS CREDIT UNION'),
    row('fedach', '121182030', 'TRAVIS CREDIT UNION'),
  ];
  const { directories } = directoriesOf(rows);
  const identifier = new Identifier(data, directories);
  const find = async (q: string, filter: BankFilter = {}) =>
    (await identifier.listBanks({ q, ...filter }, 100)).items;

  it('under the ids that lookups give them', async () => {
    const [aardvark] = await find('aardvark');
    expect(aardvark).toEqual({
      id: 'us_aba_011000109',
      name: 'AARDVARK BANK',
      country: 'US',
      rails: ['routing_number'],
      codes: [{ scheme: 'aba', value: '011000109' }],
      type: 'bank',
    });
    const answer = await identifier.identify({ rail: 'routing_number', routing_number: '011000109' });
    expect(answer).toMatchObject({ institution: { id: aardvark?.id, name: aardvark?.name } });
  });

  it('each once: with what the built-in tables know of it, under its imported name, found by both', async () => {
    const natwest = await find('natwest today');
    expect(natwest).toMatchObject([
      { id: 'gb_bic_nwbkgb2l', rails: ['swift', 'iban', 'sort_code'], bic: 'NWBKGB2L' },
    ]);
    expect(await find('national westminster bank', { country: 'GB' })).toContainEqual(natwest[0]);
    const travis = await find('321174903');
    expect(travis).toMatchObject([{ id: 'us_aba_121182030', name: 'TRAVIS CREDIT UNION' }]);
    expect(travis[0]?.codes.map(({ value }) => value)).toEqual(['121182030', '321170839', '321174903']);
  });

  it('with the same filters', async () => {
    expect((await find('zebra', { country: 'GB' })).map(({ name }) => name)).toEqual([
      'ZEBRA BUILDING SOCIETY',
    ]);
    expect((await find('zebra', { rail: 'swift' })).map(({ name }) => name)).toEqual(['ZEBRA TRUST']);
    expect((await find('200415')).map(({ id }) => id)).toEqual(['gb_bic_bukbgb22']);
  });

  it('in one order with the others, whatever the size of pages', async () => {
    const all = await walk(identifier, { country: 'GB' }, 100);
    const keys = all.map(({ name, id }) => `-${foldWords(name).join('-')}!${id}`);
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const builtIn = [...data.institution.rows()].filter(({ country }) => country === 'GB');
    // Barclays and NatWest are among the built-in ones.
    expect(all.length).toBe(builtIn.length + 1);
    expect(await walk(identifier, { country: 'GB' }, 37)).toEqual(all);
  });
});

describe('[identify.banks.imported] of very many rows', () => {
  const rows = Array.from({ length: sampledCount(20_000) }, (_, index) =>
    row('fedach', routingNumber(index), `IMPORTED ${index % 2 === 0 ? 'BANK' : 'CREDIT UNION'} ${index}`),
  );

  it('all are read once for each version, by however many ask, and in slices that leave the event loop free', async () => {
    const { directories, batches } = directoriesOf(rows);
    const identifier = new Identifier(data, directories);
    let turns = 0;
    const countTurn = () => {
      turns += 1;
      next = setImmediate(countTurn);
    };
    let next = setImmediate(countTurn);
    const asked = Array.from(
      { length: 8 },
      async () => await identifier.listBanks({ q: `imported ${rows.length - 1}` }, 5),
    );
    const pages = await Promise.all(asked);
    clearImmediate(next);
    expect(pages[0]?.items.map(({ name }) => name)).toEqual([`IMPORTED CREDIT UNION ${rows.length - 1}`]);
    expect(new Set(pages.map(({ items }) => JSON.stringify(items))).size).toBe(1);
    expect(turns).toBeGreaterThan(rows.length / 250);
    await identifier.listBanks({ q: 'imported' }, 25);
    expect(batches).toHaveBeenCalledTimes(1);
  });

  it('every one is found on its page', async () => {
    const identifier = new Identifier(data, directoriesOf(rows).directories);
    const all = await walk(identifier, { q: 'imported', rail: 'routing_number' }, 100);
    // A few of these numbers are of one institution in the built-in tables.
    const holders = rows.map((one) => matchParticipant(one, data).institution.id);
    expect(all.map(({ id }) => id).toSorted()).toEqual([...new Set(holders)].toSorted());
    expect(all.length).toBeGreaterThan(rows.length * 0.99);
  });
});

it('a list that could not be read is read again for the next one who asks', async () => {
  const { directories, batches } = directoriesOf([row('fedach', '011000109', 'AARDVARK BANK')]);
  batches.mockImplementationOnce(() => {
    throw new Error('not now');
  });
  const identifier = new Identifier(data, directories);
  await expect(identifier.listBanks({ q: 'aardvark' }, 5)).rejects.toThrow('not now');
  expect((await identifier.listBanks({ q: 'aardvark' }, 5)).items).toHaveLength(1);
});

it('after another import the list is that of the new version', async () => {
  const one = directoriesOf([row('fedach', '011000109', 'AARDVARK BANK')], '1').directories;
  const two = directoriesOf([row('fedach', '011000109', 'BADGER BANK')], '2').directories;
  let current = one;
  const identifier = new Identifier(data, {
    find: (keys) => current.find(keys),
    imported: () => current.imported(),
  });
  expect((await identifier.listBanks({ q: 'aardvark' }, 5)).items).toHaveLength(1);
  current = two;
  expect((await identifier.listBanks({ q: 'aardvark' }, 5)).items).toEqual([]);
  expect((await identifier.listBanks({ q: 'badger bank' }, 5)).items[0]).toMatchObject({
    id: 'us_aba_011000109',
  });
});
