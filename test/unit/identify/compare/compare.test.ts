import { expect, it } from 'vitest';
import { compareTables, finding } from '#identify/compare/compare.ts';
import { data } from '../ask.ts';

const compared = compareTables(data);

it('[identify.compared] no list that the tables are not made from has another bank where an answer is exact or range', () => {
  expect(compared.length).toBeGreaterThan(15_000);
  expect(compared.filter((one) => one.finding === 'wrong')).toEqual([]);
});

it('[identify.compared] each table is compared with two lists, unless only one has its codes', () => {
  const sources = Map.groupBy(compared, ({ table }) => table.split(' ')[0]);
  const few = [...sources].filter(([, all]) => new Set(all.map(({ source }) => source)).size < 2);
  expect(new Set(few.map(([table]) => table))).toEqual(new Set(['ifsc', 'ke_bank']));
});

it.each([
  ['a word of its own', { words: 'comme', bic: '' }, 'exact', 'same'],
  ['another bank, where the answer is certain', { words: 'deuts', bic: '' }, 'exact', 'wrong'],
  ['another bank, in a range', { words: 'deuts', bic: '' }, 'range', 'wrong'],
  ['another bank, where the answer is not sure', { words: 'deuts', bic: '' }, 'likely', 'unsure'],
  ['another name with the BIC of the bank alone', { words: 'deuts', bic: 'COBADEFFXXX' }, 'exact', 'same'],
] as const)('[identify.compared] %s', (_, says, confidence, expected) => {
  const held = { id: 'de_bic_cobadeff', names: ['Commerzbank'], confidence };
  expect(finding(held, says)).toBe(expected);
});

it('[identify.compared] a code that the tables lack is missing', () => {
  expect(finding(undefined, { words: 'comme', bic: '' })).toBe('missing');
});
