import { describe, expect, it } from 'vitest';
import { Bank, type BankFilter } from '#contract/bank.ts';
import { rails } from '#contract/rail.ts';
import { listBanks } from '#identify/banks.ts';
import { collectInstitutions } from '#identify/build/collect-institutions.ts';
import { foldWords } from '#identify/fold-words.ts';
import { answerTo, data } from './ask.ts';

const namesOf = async (filter: BankFilter, limit = 100) =>
  (await listBanks(data, filter, limit)).items.map(({ name }) => name);

/** Every institution of a filter, page by page. */
async function walk(filter: BankFilter, limit: number): Promise<Bank[]> {
  const all: Bank[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await listBanks(data, filter, limit, after);
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

describe('[identify.banks] the list of institutions', async () => {
  const all = await walk({}, 100);

  it('is what the tables make: after a change of one, run identify/build/institutions.ts', () => {
    const made = collectInstitutions(data).toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect([...data.institution.rows()]).toEqual(made);
  });

  it('has every institution once, in the order of names', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const places = all.map(({ name, id }) => `${foldWords(name).join('-')}!${id}`);
    expect(places).toEqual(places.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(all.length).toBe([...data.institution.rows()].length);
  });

  it('has institutions of each rail, each as the contract says', async () => {
    for (const rail of rails) expect((await listBanks(data, { rail }, 10)).items.length).toBe(10);
    for (const bank of all) expect(Bank.safeParse(bank).success).toBe(true);
  });

  it('goes the same way whatever the size of its pages', async () => {
    const ids = (await walk({ country: 'KE' }, 100)).map(({ id }) => id);
    for (const limit of [1, 7, ids.length - 1, ids.length]) {
      expect((await walk({ country: 'KE' }, limit)).map(({ id }) => id)).toEqual(ids);
    }
  });

  it('goes on after a row that is no longer there', async () => {
    const { next } = await listBanks(data, { country: 'KE' }, 3);
    const after = await listBanks(data, { country: 'KE' }, 3, `${next ?? ''}x`);
    expect(after).toEqual(await listBanks(data, { country: 'KE' }, 3, next ?? ''));
  });

  it('says who an institution is by the id that its references lead to', async () => {
    const equity = answerTo({ rail: 'ke_bank', bank_code: '68' }).institution;
    expect((await listBanks(data, { q: 'equity bank kenya' }, 5)).items).toEqual([
      {
        id: equity?.id,
        name: 'Equity Bank Kenya',
        country: 'KE',
        rails: ['swift', 'ke_bank'],
        codes: [
          { scheme: 'kba', value: '68' },
          { scheme: 'kba', value: '49' },
          { scheme: 'bic', value: 'EQBLKENA' },
        ],
        bic: 'EQBLKENA',
        type: 'bank',
      },
    ]);
    expect(answerTo({ bic: 'EQBLKENA' }).institution?.id).toBe(equity?.id);
  });
});

describe('[identify.banks.filters] the search', () => {
  it.each([
    ['absa kenya', 'Absa Bank Kenya'],
    ['KENYA Bank absa', 'Absa Bank Kenya'],
    ['societe generale cote', "Société Générale Côte d'Ivoire"],
    ['  Société   GÉNÉRALE, côte ', "Société Générale Côte d'Ivoire"],
    ['co-op kenya', 'Co-operative Bank of Kenya'],
    ['i & m rwanda', 'I&M Bank Rwanda'],
    ['GTB ivoire', "Guaranty Trust Bank Côte d'Ivoire"],
    ['EQBLKENA', 'Equity Bank Kenya'],
    ['470010', 'Capitec Bank'],
    ['opay mfb', 'OPay MFB Limited'],
    ['cooperative bank kenya', 'Co-operative Bank of Kenya'],
    ['im bank rwanda', 'I&M Bank Rwanda'],
  ])('%j finds %s', async (q, name) => {
    expect(await namesOf({ q })).toContain(name);
  });

  it.each([['absakenya'], ['zzzz'], ['absa\tKE'], [',swift,'], ['!'.repeat(3) + 'qqqq']])(
    '%j finds none of Kenya',
    async (q) => {
      expect(await namesOf({ q, country: 'KE' })).not.toContain('Bank of Africa Kenya');
    },
  );

  it('filters hold together', async () => {
    const filters: BankFilter[] = [
      { country: 'GH', rail: 'gh_bank', q: 'bank' },
      { country: 'NG', rail: 'momo' },
      { rail: 'momo', q: 'mtn' },
      { country: 'EG', rail: 'iban' },
    ];
    for (const filter of filters) {
      const banks = await walk(filter, 50);
      expect(banks.length).toBeGreaterThan(2);
      const { country, rail = 'swift' } = filter;
      expect(banks.every((bank) => bank.rails.includes(rail))).toBe(true);
      expect(banks.every((bank) => country === undefined || bank.country === country)).toBe(true);
    }
    expect(await listBanks(data, { country: 'RW', rail: 'ke_bank' }, 10)).toEqual({ items: [], next: null });
  });

  it('a list that examines many lines lets others have their turn', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await namesOf({ country: 'US', rail: 'nuban' })).toEqual([]);
    isOver = true;
    expect(turns).toBeGreaterThan(1);
  });

  it('names of other scripts are found too', () => {
    expect(foldWords('Банк №1')).toEqual(['~431~430~43d~43a', 'no1']);
    expect(foldWords('Österreichische Łódź æøß')).toEqual(['osterreichische', 'lodz', 'aeoss']);
  });
});
