import { expect, it } from 'vitest';
import { accountIdentity } from '#engine/rules/payments/account-identity.ts';
import { answerTo } from '../../../identify/ask.ts';

const identity = (reference: { bank_code?: string }) =>
  JSON.stringify(accountIdentity(answerTo(reference), reference));

it.each([
  ['spellings', [{ iban: 'DE89370400440532013000' }, { iban: 'de89 3704 0044 0532 0130 00' }]],
  [
    'a British IBAN and its sort code and number',
    [
      { iban: 'GB29NWBK60161331926819' },
      { sort_code: '60-16-13', account_number: '31926819' },
      { sort_code: '601613', account_number: '3192 6819' },
    ],
  ],
  [
    'an IBAN beside a BIC',
    [{ iban: 'DE89370400440532013000' }, { bic: 'COBADEFFXXX', account_number: 'DE89370400440532013000' }],
  ],
  [
    'an account of the West African monetary union and its IBAN',
    [
      { iban: 'CI93CI0080111301134291200589' },
      { rail: 'ci_bank', bank_code: 'CI008', branch_code: '01113', account_number: '01134291200589' },
      { rail: 'ci_bank', bank_code: 'CI0080111301134291200589' },
    ],
  ],
  [
    'an Egyptian IBAN beside a code of its bank',
    [
      { iban: 'EG380019000500000000263180002' },
      { rail: 'eg_bank', bank_code: '0019', account_number: 'EG380019000500000000263180002' },
    ],
  ],
  [
    'a BIC with and without its branch',
    [
      { bic: 'DEUTDEFF', account_number: '123' },
      { bic: 'DEUTDEFFXXX', account_number: '123' },
    ],
  ],
])('[payment.payee] %s are one account', (_, references) => {
  expect(new Set(references.map(identity)).size).toBe(1);
});

it('[payment.payee] other numbers, banks and countries are other accounts', () => {
  const references = [
    { iban: 'DE89370400440532013000' },
    { iban: 'GB29NWBK60161331926819' },
    { sort_code: '60-16-13', account_number: '31926818' },
    { sort_code: '60-16-14', account_number: '31926819' },
    { bic: 'DEUTDEFF', account_number: '123' },
    { bic: 'COBADEFF', account_number: '123' },
    { routing_number: '011000015', account_number: '123' },
    { routing_number: '021000021', account_number: '123' },
    { phone_number: '+254712345678' },
    { phone_number: '+254712345679' },
    { rail: 'nuban', account_number: '0123456789', bank_code: '044' },
    { rail: 'nuban', account_number: '0123456789', bank_code: '058' },
  ];
  expect(new Set(references.map(identity)).size).toBe(references.length);
});
