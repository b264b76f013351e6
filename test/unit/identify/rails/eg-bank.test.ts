import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerTo, ask } from '../ask.ts';

/** The example of the IBAN registry (SWIFT, ISO 13616) for Egypt. */
const example = 'EG380019000500000000263180002';

it.each([example, 'EG38 0019 0005 0000 0000 2631 8000 2', example.toLowerCase()])(
  '[identify.rail.eg-bank] the bank of the IBAN %s is known by its part of it',
  (bank_code) => {
    expect(answerTo({ rail: 'eg_bank', bank_code })).toMatchObject({
      result: 'identified',
      reference: example,
      institution: { id: 'eg_bic_nbadegca', branch: { code: '0005' } },
    });
  },
);

it('[identify.result.not-found] an IBAN with wrong check digits is a bad checksum, whatever digit is wrong', () => {
  const digit = fc.integer({ min: 2, max: example.length - 1 });
  fc.assert(
    fc.property(digit, fc.integer({ min: 1, max: 9 }), (at, by) => {
      const wrong = `${example.slice(0, at)}${(Number(example[at]) + by) % 10}${example.slice(at + 1)}`;
      const answer = answerTo({ rail: 'eg_bank', bank_code: wrong });
      expect(answer).toMatchObject({ result: 'not_found', reason: 'bad_checksum' });
    }),
  );
});

it.each([
  [example, { valid: true, check: 'checksum' }],
  ['EG390019000500000000263180002', { valid: false, check: 'checksum' }],
  ['00000000263180002', { check: 'none' }],
])('[identify.result.account] the account %s at 0019: %j', (account_number, account) => {
  const answer = answerTo({ rail: 'eg_bank', bank_code: '0019', account_number });
  expect(answer.account).toMatchObject({ number: account_number, ...account });
  expect(answer.account?.valid).toBe('valid' in account ? account.valid : undefined);
});

it('[identify.result.account] an IBAN of another bank is no account of this one', () => {
  const { account } = answerTo({ rail: 'eg_bank', bank_code: '0003', account_number: example });
  expect(account).toMatchObject({ number: example, valid: false, check: 'checksum' });
});

it('[identify.request.invalid-args] a branch that is not the one in the IBAN is refused', () => {
  expect(ask({ rail: 'eg_bank', bank_code: example, branch_code: '0006' })).toEqual({
    refused: ['branch_code'],
  });
});
