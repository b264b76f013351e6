import { describe, expect, it } from 'vitest';
import { methods } from '#identify/german-accounts/methods.ts';
import { answerTo, data } from './ask.ts';
import { ibanOf } from './iban-of.ts';
import { readTsv } from './read-tsv.ts';

const accounts = readTsv('german-accounts.tsv') as [method: string, account: string, possible: string][];

/** Numbers for which we have no rule, though others have one: they depend on the former bank code (methods 52 and 53). */
const left = new Set(['B6', 'C0']);

describe('[identify.rail.iban.account-check] German accounts by the methods of the Bundesbank', () => {
  it.each(Object.keys(methods))('method %s tells the same as another implementation', (method) => {
    const own = accounts.filter(([one]) => one === method);
    const other = own.filter(([, account, possible]) => {
      const told = methods[method]?.(account);
      return (told === false) !== (possible === 'no') && !(told === undefined && left.has(method));
    });
    expect(other).toEqual([]);
  });

  it('every method is compared with possible accounts, and with impossible ones', () => {
    for (const method of Object.keys(methods)) {
      const possible = accounts.filter(([one]) => one === method).map(([, , answer]) => answer);
      expect(possible).toEqual(expect.arrayContaining(['yes', 'no']));
    }
  });

  it('every method that a bank has is known, but for 57', () => {
    const used = new Set([...data.account_method.rows()].map(({ method }) => method));
    expect([...used].filter((method) => methods[method] === undefined)).toEqual(['57']);
  });

  it.each([
    ['Commerzbank', '370400440532013000', true],
    ['Commerzbank, with a wrong digit', '370400440532013100', false],
    ['Deutsche Bank', '100700000123456600', true],
    ['Deutsche Bank, without the sub-account', '100700000001234566', true],
    ['Deutsche Bank, with a wrong digit', '100700000123465600', false],
    ['a bank without check digits', '100000000123456789', true],
    ['a bank whose method is not known', '300209001234567890', true],
  ])('an account at %s', (_, bban, valid) => {
    const answer = answerTo({ iban: ibanOf('DE', bban) });
    expect(answer).toMatchObject({ result: 'identified', account: { valid, check: 'checksum' } });
  });
});
