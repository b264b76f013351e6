import { expect, it } from 'vitest';
import { lookUp, uncovered, unknown } from '../../support/identify.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace()).client);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

it.each([
  ['swift', 'DE', 'Deutsche Bank', { bic: 'deut de ff-500' }],
  ['iban', 'DE', 'Commerzbank', { iban: 'DE89 3704 0044 0532 0130 00' }],
  ['routing_number', 'US', 'JPMorgan Chase', { routing_number: '0210-0002-1' }],
  ['sort_code', 'GB', 'Barclays', { sort_code: '20-29-59', account_number: '63748472' }],
  ['ifsc', 'IN', 'HDFC Bank', { ifsc: 'HDFC0000001' }],
  ['nuban', 'NG', 'First Bank', { account_number: '0000014579', bank_code: '011', country: 'NG' }],
  ['gh_bank', 'GH', 'GCB', { bank_code: '040100', country: 'gh' }],
  ['ke_bank', 'KE', 'KCB', { bank_code: '01', country: 'KE' }],
  ['za_bank', 'ZA', 'First National Bank', { bank_code: '250655', country: 'ZA' }],
  ['ci_bank', 'CI', 'Société Générale', { bank_code: 'CI008', country: 'CI' }],
  ['eg_bank', 'EG', 'Banque Misr', { bank_code: '0002', country: 'EG' }],
  ['rw_bank', 'RW', 'I&M', { bank_code: '010', country: 'RW' }],
  ['momo', 'KE', 'M-PESA', { phone_number: '0712 345 678', country: 'KE' }],
])(
  '[identify.result.identified] [identify.result.confidence] [identify.request.rail-inferred] %s is told by its fields, and identified, with the time of it',
  async (rail, country, name, body) => {
    const { status, data } = await lookUp(client, body);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      result: 'identified',
      rail,
      country,
      institution: { id: expect.any(String), name: expect.stringContaining(name), codes: expect.any(Array) },
      rails: expect.any(Array),
      confidence: expect.stringMatching(/^(exact|range|prefix|candidates)$/),
      source: { name: expect.any(String), as_of: expect.any(String) },
      identified_at: timestamp,
    });
    expect(data.reason).toBeUndefined();
    expect((await lookUp(client, { ...body, rail })).data).toMatchObject({ rail, result: 'identified' });
  },
);

it.each([
  ['not_found', 'unknown_institution', unknown],
  ['not_found', 'bad_checksum', { iban: 'DE88370400440532013000' }],
  ['not_found', 'ambiguous', { account_number: '0000014579' }],
  ['unsupported', 'unsupported_country', uncovered],
])('[identify.result.confidence] %s, %s: neither institution nor time', async (result, reason, body) => {
  const { status, data } = await lookUp(client, body);
  expect([status, data.result, data.reason]).toEqual([200, result, reason]);
  expect(data).not.toHaveProperty('institution');
  expect(data).not.toHaveProperty('identified_at');
  // How sure an institution is can be said only where there is one, or some.
  expect(data.confidence).toBe(reason === 'ambiguous' ? 'candidates' : undefined);
});

it('[identify.result.account] the account is told of when it was given, and only then', async () => {
  const body = { sort_code: '202959' };
  expect((await lookUp(client, body)).data).not.toHaveProperty('account');
  expect((await lookUp(client, { ...body, account_number: '6374-8472' })).data.account).toEqual({
    number: '63748472',
    valid: true,
    check: 'checksum',
    formatted: '20-29-59 63748472',
    bank_code: '202959',
  });
});
