import { describe, expect, it } from 'vitest';
import { IdentifyRequest } from '#contract/identify.ts';
import { rails } from '#contract/rail.ts';

/** The rail of a body, or the fields for which it is refused. */
function railOf(body: unknown): string | string[] {
  const parsed = IdentifyRequest.safeParse(body);
  return parsed.success ? parsed.data.rail : parsed.error.issues.map(({ path }) => path.join('.'));
}

describe('[identify.request.rail-inferred] the rail follows from the fields', () => {
  it.each([
    [{ bic: 'DEUTDEFF' }, 'swift'],
    [{ iban: 'DE89370400440532013000' }, 'iban'],
    [{ routing_number: '021000021' }, 'routing_number'],
    [{ sort_code: '040004' }, 'sort_code'],
    [{ sort_code: '040004', account_number: '12345678' }, 'sort_code'],
    [{ ifsc: 'HDFC0000001' }, 'ifsc'],
    [{ account_number: '0000014579' }, 'nuban'],
    [{ account_number: '0000014579', bank_code: '011', country: 'NG' }, 'nuban'],
    [{ bank_code: '040100', country: 'GH' }, 'gh_bank'],
    [{ bank_code: '01', branch_code: '100', country: 'ke' }, 'ke_bank'],
    [{ bank_code: '01', account_number: '1', country: 'KE' }, 'ke_bank'],
    [{ bank_code: '250655', country: 'ZA' }, 'za_bank'],
    [{ bank_code: 'CI008', country: 'CI' }, 'ci_bank'],
    [{ bank_code: 'SN011', country: 'SN' }, 'ci_bank'],
    [{ bank_code: '0002', country: 'EG' }, 'eg_bank'],
    [{ bank_code: '010', country: 'RW' }, 'rw_bank'],
    [{ phone_number: '+254712345678' }, 'momo'],
    [{ phone_number: '0712345678', country: 'KE' }, 'momo'],
  ])('%j is %s', (body, rail) => {
    expect(railOf(body)).toBe(rail);
    expect(railOf({ ...body, rail })).toBe(rail);
  });

  it('a bank code alone fits six rails: with the rail it fits one', () => {
    expect(railOf({ bank_code: '01' })).toEqual(['']);
    expect(railOf({ bank_code: '01', rail: 'ke_bank' })).toBe('ke_bank');
  });

  it('a bank code and an account number fit seven rails: with the rail or the country they fit one', () => {
    const body = { bank_code: '01', account_number: '0000014579' };
    const parsed = IdentifyRequest.safeParse(body);
    const [issue] = parsed.error?.issues ?? [];
    const bankRails = ['nuban', 'gh_bank', 'ke_bank', 'za_bank', 'ci_bank', 'eg_bank', 'rw_bank'];
    expect(issue).toMatchObject({ path: [], message: expect.stringContaining(bankRails.join(', ')) });
    for (const rail of bankRails) expect(railOf({ ...body, rail })).toBe(rail);
    expect(railOf({ ...body, country: 'NG' })).toBe('nuban');
    expect(railOf({ ...body, country: 'ZA' })).toBe('za_bank');
  });
});

describe('[identify.request.invalid-args] a body that fits no rail, or several, is refused', () => {
  it.each([
    ['nothing', {}, ''],
    ['only a country', { country: 'DE' }, ''],
    ['no object', [], ''],
    ['two references', { bic: 'DEUTDEFF', iban: 'DE89370400440532013000' }, ''],
    ['references of two countries', { sort_code: '040004', routing_number: '021000021' }, ''],
    ['a bank code beside a reference that has none', { ifsc: 'HDFC0000001', bank_code: '01' }, ''],
    ['a branch code without a bank code', { branch_code: '100' }, ''],
    ['a bank code that could be of six countries', { bank_code: '01', branch_code: '100' }, ''],
    ['a rail that there is not', { rail: 'pix', bic: 'DEUTDEFF' }, 'rail'],
    ['a rail without its reference', { rail: 'iban' }, 'iban'],
    ['another rail’s reference', { rail: 'iban', bic: 'DEUTDEFF' }, 'iban'],
    [
      'another rail’s reference beside its own',
      { rail: 'swift', bic: 'DEUTDEFF', ifsc: 'HDFC0000001' },
      'ifsc',
    ],
    ['another country than the rail’s', { rail: 'gh_bank', bank_code: '040100', country: 'KE' }, 'country'],
    ['another country than the reference’s', { ifsc: 'HDFC0000001', country: 'US' }, 'country'],
    ['a country that has no rail with these fields', { bank_code: '01', country: 'TZ' }, 'country'],
    ['what is no country', { bic: 'DEUTDEFF', country: 'DEU' }, 'country'],
    ['what is no letter of a country', { bic: 'DEUTDEFF', country: 'ＤＥ' }, 'country'],
    ['an empty reference', { bic: '' }, 'bic'],
    ['a reference that is too long', { bic: 'D'.repeat(129) }, 'bic'],
    ['a reference that is not a string', { routing_number: 21000021 }, 'routing_number'],
    ['null', { bic: 'DEUTDEFF', account_number: null }, 'account_number'],
  ])('%s', (_, body, field) => {
    expect(railOf(body)).toEqual([field]);
  });

  it('an unknown field is refused by its name', () => {
    const parsed = IdentifyRequest.safeParse({ bic: 'DEUTDEFF', swift: 'DEUTDEFF' });
    expect(parsed.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['swift'] }]);
  });

  it('every rail of the specification is there', () => {
    expect(rails).toHaveLength(13);
  });
});
