import { expect, it } from 'vitest';
import { answerTo, ask, data } from '../ask.ts';

/** AZA Finance API documentation, GHS::Bank: the first digits of a branch code are those of its bank. */
it.each([
  [{ bank_code: '130101' }],
  [{ bank_code: '13-01-01' }],
  [{ bank_code: '13', branch_code: '0101' }],
  [{ bank_code: '130101', branch_code: '0101' }],
])('[identify.rail.gh-bank] of the branch %j only the bank is known', (body) => {
  expect(answerTo({ rail: 'gh_bank', ...body })).toMatchObject({
    result: 'identified',
    reference: '130101',
    institution: { id: 'gh_bic_ecocghac', branch: { code: '0101' } },
    confidence: 'prefix',
  });
});

/** Codes of GhIPSS Instant Pay, as payout services document them. */
it.each([
  ['300303', 'gh_bic_barcghac'],
  ['300304', 'gh_bic_ghcbghac'],
  ['300312', 'gh_bic_ecocghac'],
  ['300318', 'gh_bic_sbicghac'],
  ['300323', 'gh_bic_fblighac'],
  ['300329', 'gh_bic_abngghac'],
  ['300362', 'gh_bic_firnghac'],
  ['300591', 'gh_momo_mtn'],
  ['300594', 'gh_momo_telecel'],
])('[identify.rail.gh-bank] the instant-pay code %s is that of %s', (bank_code, id) => {
  const { institution, confidence, note } = answerTo({ rail: 'gh_bank', bank_code });
  expect([institution?.id, confidence, note]).toEqual([id, 'exact', undefined]);
  expect(institution?.codes).toContainEqual({ scheme: 'ghipss_instant', value: bank_code });
});

it('[identify.source.unconfirmed] a code that only one source names is not told as certain, with a note that says so', () => {
  const bodies = [
    { rail: 'gh_bank', bank_code: '300592' },
    { rail: 'gh_bank', bank_code: '300574' },
    { sort_code: '185001' },
    { iban: 'GI75NWBK000000007099453' },
    { rail: 'nuban', bank_code: '090290', account_number: '0123456789' },
  ];
  const answers = bodies.map((body) => answerTo(body));
  expect(answers.map(({ confidence }) => confidence)).toEqual([
    'likely',
    'likely',
    'likely',
    'likely',
    'exact',
  ]);
  for (const { note, source } of answers.slice(0, 4)) {
    expect(note).toContain('Only one source');
    expect(Object.keys(source ?? {})).toEqual(['name', 'as_of']);
  }
});

it('[identify.rail.gh-bank] an instant-pay code that no list has is unknown, whatever it begins with', () => {
  const answers = Array.from({ length: 700 }, (_, index) =>
    answerTo({ rail: 'gh_bank', bank_code: String(300300 + index) }),
  );
  const told = new Set(answers.map(({ confidence, reason }) => confidence ?? reason));
  expect(told).toEqual(new Set(['exact', 'likely', 'unknown_institution']));
});

it('[identify.former-prefix] a prefix that only a former bank had identifies nobody', () => {
  const ghana = [...data.gh_bank.rows()].filter(({ code, now }) => code.endsWith('0100') && now !== '');
  const kenya = [...data.ke_bank.rows()].filter(
    ({ note, now }) => now !== '' && !note.startsWith('Its code'),
  );
  expect([ghana.length > 5, kenya.length > 5]).toEqual([true, true]);
  const references = [
    ...ghana.map(({ code }) => ({ rail: 'gh_bank', bank_code: `${code.slice(0, 2)}0102` })),
    ...ghana.flatMap(({ code }) =>
      ['', '0102'].map((branch) => ({ rail: 'gh_bank', bank_code: code.slice(0, 2) + branch })),
    ),
  ];
  for (const reference of references) {
    expect([reference, answerTo(reference)]).toMatchObject([
      reference,
      { result: 'not_found', reason: 'closed_institution' },
    ]);
  }
});

/** AZA Finance API documentation, GHS::Bank: lengths of account numbers. */
it.each([
  ['120100', '1234567890', true],
  ['120100', '1234567890123', false],
  ['130100', '1234567890123456', true],
  ['130100', '12345678901234', false],
  ['080100', '1234567890123456', true],
  ['080100', '123456789012345A', false],
])('[identify.result.account] %s: %s is an account by its length: %s', (bank_code, account_number, valid) => {
  const { account } = answerTo({ rail: 'gh_bank', bank_code, account_number });
  expect(account).toEqual({ number: account_number, valid, check: 'length', formatted: expect.any(String) });
});

it('[identify.result.account] where lengths are not known, nothing is said', () => {
  const ghana = answerTo({ rail: 'gh_bank', bank_code: '340100', account_number: '12' });
  const kenya = answerTo({ rail: 'ke_bank', bank_code: '68', account_number: '1234567890' });
  expect(ghana.account).toEqual({ number: '12', check: 'none', formatted: expect.any(String) });
  expect(kenya.account).toEqual({ number: '1234567890', check: 'none', formatted: expect.any(String) });
});

it.each([
  [{ bank_code: '01', branch_code: '100' }],
  [{ bank_code: '01100' }],
  [{ bank_code: '01-100', branch_code: '100' }],
])('[identify.rail.ke-bank] %j is a branch of KCB', (body) => {
  expect(answerTo({ rail: 'ke_bank', ...body })).toMatchObject({
    reference: '01100',
    institution: { id: 'ke_bic_kcblkenx', short_name: 'KCB', branch: { code: '100' } },
    rails: ['swift', 'kepss', 'pesalink', 'eft'],
  });
});

/** 60 was Fidelity Commercial Bank, 30 Chase Bank: SBM bought the one and took over the accounts of the other. */
it.each(['60', '30'])('both codes of SBM lead to it: %s', (bank_code) => {
  expect(answerTo({ rail: 'ke_bank', bank_code }).institution).toMatchObject({
    id: 'ke_bic_sbmkkena',
    name: 'SBM Bank Kenya',
    codes: [
      { scheme: 'kba', value: '60' },
      { scheme: 'kba', value: '30' },
      { scheme: 'bic', value: 'SBMKKENA' },
    ],
  });
});

/** Two public lists number these differently, and no list gives the numbers to anyone else. */
it.each([
  ['48', '84'],
  ['79', '87'],
  ['36', '46'],
])('%s and %s are one microfinance bank', (first, second) => {
  const answer = answerTo({ rail: 'ke_bank', bank_code: first });
  expect(answer.institution?.type).toBe('microfinance');
  expect(answerTo({ rail: 'ke_bank', bank_code: second }).institution).toEqual(answer.institution);
});

it.each(['20', '39', '64'])('[identify.result.not-found] bank %s has closed', (bank_code) => {
  expect(answerTo({ rail: 'ke_bank', bank_code })).toMatchObject({
    result: 'not_found',
    reason: 'closed_institution',
    country: 'KE',
  });
});

it('[identify.request.invalid-args] two branches that differ are refused', () => {
  expect(ask({ rail: 'ke_bank', bank_code: '01100', branch_code: '101' })).toEqual({
    refused: ['branch_code'],
  });
  expect(ask({ rail: 'gh_bank', bank_code: '130101', branch_code: '0102' })).toEqual({
    refused: ['branch_code'],
  });
});
