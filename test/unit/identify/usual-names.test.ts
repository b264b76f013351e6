import { expect, it } from 'vitest';
import { usualNames } from '#identify/build/usual-names.ts';
import { bicId } from '#identify/known-bank.ts';
import { answerTo, data } from './ask.ts';

const ofLargest = Object.keys(usualNames).map((bic) => {
  const bank = data.bank.find(bicId(bic)) ?? [...data.bank.rows()].find((row) => row.bic === bic);
  return { bic, bank };
});

it('[identify.names] more than a hundred of the largest banks have the short name that people use', () => {
  expect(ofLargest.length).toBeGreaterThan(100);
  const others = ofLargest.filter(({ bic, bank }) => bank?.short_name !== usualNames[bic]?.[0]);
  // Tables of other rails have their own.
  expect(others.map(({ bic, bank }) => [bic, bank?.short_name])).toEqual([]);
  expect(answerTo({ bic: 'BYLADEM1001' }).institution?.short_name).toBe('DKB');
});

it('[identify.names] none of the largest banks is called in capitals', () => {
  const inCapitals = ofLargest
    .filter(({ bank }) => /[A-Z]{4}/.test(bank?.name ?? ''))
    .map(({ bank }) => bank);
  expect(inCapitals.filter((bank) => bank?.name === bank?.name.toUpperCase())).toEqual([]);
});

it('[identify.names] a bank that uses the BIC of another one does not have its short name', () => {
  const users = [...data.bank.rows()].filter(
    ({ id, bic, short_name }) =>
      bic.length === 8 && id !== bicId(bic) && short_name !== '' && short_name === usualNames[bic]?.[0],
  );
  expect(users).toEqual([]);
});
