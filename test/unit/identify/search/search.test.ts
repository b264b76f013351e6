import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bank, BankFilter } from '#contract/bank.ts';
import { listBanks } from '#identify/banks.ts';
import { bicId } from '#identify/known-bank.ts';
import { largeBanks } from '#identify/search/large-banks.ts';
import { commonName, searchWords } from '#identify/search/search-words.ts';
import { idOf } from '#identify/to-bank.ts';
import { data } from '../ask.ts';

const rows = [...data.institution.rows()];
const find = async (q: string, filter: BankFilter = {}, limit = 3) =>
  (await listBanks(data, { ...filter, q }, limit)).items;

async function walk(filter: BankFilter, limit: number): Promise<Bank[]> {
  const all: Bank[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await listBanks(data, filter, limit, after);
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

describe('[identify.banks.search] what people type', () => {
  it.each([
    ['37040044', /Commerzbank/],
    ['20-00-00', /Barclays/i],
    ['COBADEFFXXX', /Commerzbank/],
    ['cobadeff', /Commerzbank/],
    ['SBIN0000300', /State Bank of India/i],
    ['DE89 3704 0044 0532 0130 00', /Commerzbank/],
    ['021000021', /Chase/],
    ['bank of america', /^Bank of America/i],
    ['us bank', /^U\.S\. Bank/],
    ['chase', /Chase/],
    ['wells', /^Wells Fargo/],
    ['ubs', /^UBS/],
    ['is bankasi', /İş Bankası/],
    ['socgen', /Société Générale/],
    ['dkb', /Deutsche Kreditbank/],
    ['boursorama', /BoursoBank/],
    ['maybank', /^Malayan Banking/],
    ['bca', /^Bank Central Asia/],
    ['kookmin', /^Kookmin Bank/],
    ['banamex', /^Banco Nacional de Mexico/],
    ['hapoalim', /^Bank Hapoalim/],
    ['nubank', /^Nu Pagamentos/],
    ['halifax', /^Bank of Scotland/],
    ['natwst', /^National Westminster/],
    ['volksbnk berlin', /^Berliner Volksbank/],
    ['papara', /^Papara/],
    ['belarusbank', /^Belarusbank/],
    ['hsbc', /^HSBC/],
    ['citi', /^Citibank/],
    ['ing', /^ING$/],
    ['jpmorgan', /^JPMorgan/],
    ['jp morgan', /^JPMorgan/],
    ['deutschebank', /^Deutsche Bank/],
    ['first bank of nigeria', /^First Bank/],
  ])('%j is answered first', async (q, name) => {
    expect((await find(q))[0]?.name).toMatch(name);
  });

  it.each([
    ['muenchner bank', /Münchner Bank/],
    ['Münchner', /Münchner/],
    ['TURKIYE IS BANKASI', /İş Bankası/i],
    ['Sparkasse Koeln', /Sparkasse Köln/],
    ['lodzki bank', /Łódzki/],
    ['koebenhavns', /Københavns/i],
  ])('%j is read with the letters of %s', async (q, name) => {
    expect((await find(q)).map((bank) => bank.name).join()).toMatch(name);
  });

  it('letters with two spellings are one', () => {
    expect(searchWords('Müller Mueller Straße Ørsted Oersted Łódź Işık Ægir')).toEqual(
      searchWords('Mueller Müller STRASSE Oersted Ørsted Lodz isik Aegir'),
    );
    expect(commonName('WELLS FARGO BANK, N.A.')).toBe(commonName('Wells Fargo Bank'));
  });

  it('a bank has one row, and its other BICs find theirs', async () => {
    const found = await find('wells fargo bank', { country: 'US' }, 100);
    expect(found.filter(({ id }) => /_bic_(?:wfbi|pnbp)us/.test(id))).toHaveLength(1);
    expect((await find('PNBPUS3C'))[0]?.id).toBe('us_bic_wfbius6s');
    expect((await find('hdfc bank', { country: 'IN' }))[0]?.id).toBe('in_ifsc_hdfc');
    expect((await find('hdfc bank', { country: 'IN', rail: 'swift' }))[0]?.bic).toMatch(/^HDFC/);
  });

  it('a bank is found by the names of its rows that are not shown', async () => {
    expect((await find('WUESTENROT BAUSPARKASSE AG', { country: 'DE' }))[0]?.name).toBe(
      'Wüstenrot Bausparkasse',
    );
  });

  it('each of the largest banks is in the tables', () => {
    const known = new Set(rows.flatMap((row) => (row.bic.length > 8 ? [row.bic] : [idOf(row)])));
    const missing = Object.keys(largeBanks).filter((bic) => !known.has(bic) && !known.has(bicId(bic)));
    expect(missing).toEqual([]);
  });
});

it.each([
  ['comerzbank', /Commerzbank/],
  ['revloute', /Revolut/i],
  ['hdfc bnk', /HDFC Bank/],
  ['barclasy', /Barclays/i],
  ['deutche bnak', /Deutsche Bank/],
  ['akbnak', /Akbank/],
])('[identify.banks.search.typos] %j finds %s', async (q, name) => {
  expect((await find(q)).map((bank) => bank.name).join()).toMatch(name);
});

it.each([['37040045'], ['COBADEFE'], ['zq'], ['xyzzyplugh']])(
  '[identify.banks.search.typos] %j is not read as another code, and short words as no other',
  async (q) => {
    expect((await find(q)).map(({ id }) => id)).not.toContain('de_bic_cobadeff');
  },
);

describe('[identify.banks.search.bounded] the pages of a search', () => {
  it.each([[{ q: 'sparkasse' }], [{ q: 'comerzbank' }], [{ q: 'b', country: 'KE' }]])(
    'lead through all results, each once and in one order: %j',
    async (filter) => {
      const all = (await walk(filter, 100)).map(({ id }) => id);
      expect(new Set(all).size).toBe(all.length);
      expect((await walk(filter, 7)).map(({ id }) => id)).toEqual(all);
    },
  );

  it('go on after a row that is no longer there, and begin where the cursor is none', async () => {
    const { next, items } = await listBanks(data, { q: 'sparkasse' }, 5);
    const after = await listBanks(data, { q: 'sparkasse' }, 5, `${next ?? ''}x`);
    expect(after.items).toEqual((await listBanks(data, { q: 'sparkasse' }, 5, next ?? '')).items);
    expect((await listBanks(data, { q: 'sparkasse' }, 5, '-sparkasse!x')).items).toEqual(items);
  });

  it('exist for any text', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.stringMatching(/^[a-d ]{1,9}$/));
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('KE', undefined), async (q, country) => {
        const { items, next } = await listBanks(data, { q, country }, 5);
        expect(items.every((bank) => country === undefined || bank.country === country)).toBe(true);
        expect(next === null || items.length === 5).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('lets others have their turn between the words of a long text', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await find(
      'a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab ac ad ae af ag ah ai aj ak al am an',
    );
    isOver = true;
    expect(turns).toBeGreaterThan(10);
  });
});

it('[identify.banks.search] every institution, or the row of its bank, is found by its name and by its BIC', async () => {
  for (const row of rows.filter((_, index) => index % 499 === 0)) {
    const { name, bic, country } = row;
    const found = (await walk({ q: name.slice(0, 100), country }, 100)).map((bank) => commonName(bank.name));
    expect(found).toContain(commonName(name));
    const bics = bic === '' ? [] : (await find(bic, {}, 25)).map((bank) => bank.bic?.slice(0, 8));
    expect(bic === '' || bics.includes(bic.slice(0, 8))).toBe(true);
  }
});
