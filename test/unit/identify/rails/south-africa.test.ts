import { expect, it } from 'vitest';
import type { CdvRow } from '#contract/directory.ts';
import { zaBank } from '#identify/rails/za-bank.ts';
import { answerTo, data } from '../ask.ts';

/** Netcash, "Account number tips": lengths by bank. */
it.each([
  ['470010', '1234567890', true],
  ['470010', '12345678901', false],
  ['632005', '12345678', true],
  ['632005', '1234567', false],
  ['250655', '62012345678', true],
  ['198765', '12345678901', true],
])('[identify.result.account] %s: %s is an account by its length: %s', (bank_code, account_number, valid) => {
  const { account } = answerTo({ rail: 'za_bank', bank_code, account_number });
  expect(account).toEqual({
    number: account_number,
    valid,
    check: 'length',
    formatted: `${bank_code} ${account_number}`,
  });
});

it('[identify.rail.za-bank] other codes of a bank lead to it', () => {
  for (const bank_code of ['147105', '720026', '760005']) {
    expect(answerTo({ rail: 'za_bank', bank_code }).institution?.id).toBe('za_bic_nedszajj');
  }
});

it('[identify.request.invalid-args] codes of two banks name neither', () => {
  const answer = answerTo({ rail: 'za_bank', bank_code: '250655', branch_code: '632005' });
  expect(answer).toMatchObject({ result: 'not_found', reason: 'unknown_institution' });
  expect(answerTo({ rail: 'za_bank', bank_code: '250655', branch_code: '254005' })).toMatchObject({
    result: 'identified',
    institution: { short_name: 'FNB', branch: { code: '254005' } },
  });
});

/** A made-up rule of the table's form: 11 digits by their weights, modulo 11. */
const rule = { account_type: '1', weights: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1], fudge_factor: 0, modulus: 11 };
const row = (rules: CdvRow['rules']): CdvRow => ({
  directory: 'cdv',
  key: '470010',
  as_of: '2026-11-01',
  rules,
});

it.each([
  ['1234567899', [rule], { valid: false, check: 'checksum' }],
  // 2×1 + 3×2 + 4×3 + 5×4 + 6×5 + 7×6 + 8×7 + 9×8 + 10×9 = 330 = 30 × 11.
  ['1234567890', [rule], { valid: true, check: 'checksum' }],
  // With 10 more for one, the last digit must be 1: 330 + 1 + 10 = 341 = 31 × 11.
  ['1234567891', [{ ...rule, fudge_factor: 10 }], { valid: true, check: 'checksum' }],
  ['1234567890', [{ ...rule, fudge_factor: 10 }, rule], { valid: true, check: 'checksum' }],
  ['1234567899', [rule, { ...rule, exception: 'f' }], { check: 'none' }],
  ['123456789012', [rule], { valid: false, check: 'checksum' }],
  ['12345678AB', [rule], { valid: false, check: 'checksum' }],
])('[identify.result.account] an imported table checks %s', (account_number, rules, account) => {
  const body = { rail: 'za_bank', bank_code: '470010', account_number };
  expect(answerTo(body, [row(rules)]).account).toEqual({
    number: account_number,
    ...account,
    formatted: expect.any(String),
  });
});

it('the table is asked for the branch, then for the universal code', () => {
  const reference = zaBank.read({ rail: 'za_bank', bank_code: '250655', branch_code: '254005' }, data);
  expect('malformed' in reference ? [] : reference.directoryKeys()).toEqual([
    { directory: 'cdv', key: '254005' },
    { directory: 'cdv', key: '250655' },
  ]);
});
