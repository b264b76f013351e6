import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modulusCheck } from '#identify/modulus-check.ts';
import { answerTo, ask, data, nameOf } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';
import { vocalinkExamples } from '../vocalink-examples.ts';

describe('[identify.rail.sort-code] British sort codes', () => {
  it.each([
    ['230580', 'Metro Bank'],
    ['231470', 'Wise Payments'],
    ['406301', 'Coventry Building Society'],
    ['165710', 'Cater Allen'],
    ['202678', 'Barclays Bank UK'],
    ['401276', 'HSBC UK Bank'],
    ['774926', 'Lloyds Bank'],
    ['606004', 'National Westminster Bank'],
    ['070436', 'Nationwide Building Society'],
  ])('%s is %s', (sort_code, name) => {
    expect(nameOf({ sort_code })).toBe(name);
    expect(answerTo({ sort_code })).toMatchObject({ country: 'GB', confidence: 'exact' });
  });

  it.each([
    ['200000', 'Barclays Bank UK'],
    ['309999', 'Lloyds Bank'],
    ['400000', 'HSBC UK Bank'],
    ['089999', 'The Co-operative Bank'],
    ['499978', 'HSBC UK Bank'],
    ['499979', 'Deutsche Bank'],
    ['556677', 'National Westminster Bank'],
    ['902127', 'Bank of Ireland (UK)'],
    ['980060', 'Ulster Bank'],
    ['180002', 'Coutts & Company'],
  ])('%s is of the range that %s was given, which is all that is said', (sort_code, name) => {
    expect(nameOf({ sort_code })).toBe(name);
    const { confidence, note, institution } = answerTo({ sort_code });
    expect(confidence).toBe('range');
    expect(note).toContain('may have passed on single codes');
    expect(institution?.codes.filter(({ scheme }) => scheme === 'sort_code')).toEqual([]);
  });

  it.each([
    ['083200', 'HM Revenue & Customs'],
    ['083210', 'HM Revenue & Customs'],
    ['609242', 'JPMorgan Chase Bank, N.A., London Branch'],
    ['405162', 'Handelsbanken'],
    ['608301', 'Unity Trust Bank'],
  ])('%s in the range of another bank is that of %s', (sort_code, name) => {
    expect(nameOf({ sort_code })).toBe(name);
    expect(answerTo({ sort_code }).confidence).toBe('exact');
  });

  it.each(['300248', '405178', '406080', '405000', '083000', '608499'])(
    '%s is of the codes that a clearing bank gave to other banks, so nobody is named',
    (sort_code) => {
      expect(answerTo({ sort_code })).toMatchObject({ result: 'not_found', reason: 'unknown_institution' });
    },
  );

  it.each(['000000', '049999', '150000', '235959', '700000', '999999'])(
    '[identify.result.not-found] %s is in no range that is beyond dispute',
    (sort_code) => {
      expect(answerTo({ sort_code })).toMatchObject({ result: 'not_found', reason: 'unknown_institution' });
    },
  );

  it.each(vocalinkExamples)(
    'Vocalink’s test case %i (%s): %s %s is valid: %s',
    (_, __, sortCode, number, valid) => {
      expect(modulusCheck(sortCode, number, data)).toBe(valid);
      expect(answerTo({ sort_code: sortCode, account_number: number }).account).toEqual({
        number,
        valid,
        check: 'checksum',
        formatted: `${sortCode.match(/../g)?.join('-')} ${number}`,
        bank_code: sortCode,
      });
    },
  );

  it('[identify.result.account] where the table does not have the sort code, nothing was checked', () => {
    expect(answerTo({ sort_code: '000000', account_number: '12345678' }).account).toEqual({
      number: '12345678',
      check: 'none',
      formatted: '00-00-00 12345678',
      bank_code: '000000',
    });
  });

  // Vocalink, "Non-standard account numbers".
  it.each([
    ['six digits are filled with zeros', '200000', '123456', '00123456'],
    ['seven digits are filled with a zero', '200000', '1234567', '01234567'],
    ['of nine, the first is the last of the sort code at Santander', '090120', '812345678', '12345678'],
    ['of nine, Coventry Building Society drops the first', '406301', '912345678', '12345678'],
    ['of ten, the Co-operative Bank means the first eight', '089000', '1234567890', '12345678'],
    ['of ten, National Westminster Bank means the last eight', '600000', '1234567890', '34567890'],
  ])('%s', (_, sort_code, account_number, number) => {
    expect(answerTo({ sort_code, account_number }).account).toMatchObject({ number });
  });

  it('an account number of nine digits is shown with the sort code that it makes', () => {
    expect(answerTo({ sort_code: '090129', account_number: '150008063' })).toMatchObject({
      reference: '090129',
      account: { number: '50008063', valid: true, formatted: '09-01-21 50008063', bank_code: '090121' },
    });
  });

  /** Every sort code that the tables have, with a number that has one or two digits too many. */
  it('an account number with a digit too many is that of nobody, at any bank that has no such numbers', () => {
    const codes = [
      ...[...data.sort_code.rows()].map(({ sort_code: code, bic }) => ({ code, bic })),
      ...[...data.sort_code_range.rows()].map(({ from: code, bic }) => ({ code, bic })),
      ...[...data.sort_code_modulus.rows()].map(({ from: code }) => ({ code, bic: undefined })),
    ];
    const own = new Map([
      ['ABBYGB2L', 9],
      ['COBSGB21', 9],
      ['NWBKGB2L', 10],
      ['CPBKGB22', 10],
    ]);
    const wrong = codes.flatMap(({ code, bic: known }) => {
      const bic = known ?? answerTo({ sort_code: code }).institution?.bic ?? '';
      return ['155779911', '1557799112'].filter((account_number) => {
        const { check } = answerTo({ sort_code: code, account_number }).account ?? {};
        return (check === 'length') === (own.get(bic) === account_number.length);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('an account number of nine digits is checked with the sort code that it makes', () => {
    const own = modulusCheck('090128', '12345678', data);
    expect(answerTo({ sort_code: '090120', account_number: '812345678' }).account?.valid).toBe(own);
  });

  it.each(['12345', '12345678901', '1234567A'])(
    'an account number %s has no account’s length',
    (account_number) => {
      expect(answerTo({ sort_code: '200000', account_number }).account).toEqual({
        number: account_number,
        valid: false,
        check: 'length',
        formatted: `20-00-00 ${account_number}`,
      });
    },
  );

  it('[identify.request.separators] spaces and hyphens are accepted', () => {
    expect(answerTo({ sort_code: '04-00 04', account_number: '1234-5678' })).toMatchObject({
      reference: '040004',
      account: { number: '12345678' },
    });
  });

  it.each([...hostileTexts, '04000', '0400044', '04000A', 'DEUTDEFF'])(
    '[identify.request.invalid-args] %j is no sort code',
    (sort_code) => {
      expect(ask({ sort_code })).toEqual({ refused: ['sort_code'] });
    },
  );

  it.each(hostileTexts)('[identify.request.invalid-args] %j is no account number', (account_number) => {
    const answer = ask({ sort_code: '040004', account_number });
    const wellFormed = /^[a-z0-9]{1,34}$/i.test(account_number);
    expect('refused' in answer).toBe(!wellFormed);
  });

  it('never throws, and never calls an account valid of which the check failed', () => {
    const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));
    fc.assert(
      fc.property(digits(6), digits(8), (sort_code, account_number) => {
        const { account } = answerTo({ sort_code, account_number });
        return account?.valid === modulusCheck(sort_code, account_number, data);
      }),
      { numRuns: 1000 },
    );
    const anything = fc.property(
      fc.string({ unit: 'binary' }),
      (sort_code) => typeof ask({ sort_code }) === 'object',
    );
    expect(() => fc.assert(anything)).not.toThrow();
  });
});
