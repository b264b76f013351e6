import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, ask, data, nameOf } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';

describe('[identify.rail.ifsc] Indian Financial System Codes', () => {
  it.each([
    ['HDFC0000001', 'HDFC Bank'],
    ['SBIN0000300', 'State Bank of India'],
    ['ICIC0000001', 'ICICI Bank'],
    ['UTIB0000001', 'Axis Bank'],
    ['PUNB0000100', 'Punjab National Bank'],
    ['BARB0VJFEPU', 'Bank of Baroda'],
    ['CNRB0000002', 'Canara Bank'],
    ['KKBK0000131', 'Kotak Mahindra Bank'],
    ['YESB0000001', 'Yes Bank'],
    ['IDIB000N573', 'Indian Bank'],
    ['CITI0000001', 'CITI Bank'],
    ['RBIS0PFMS01', 'Reserve Bank of India'],
  ])('%s is a branch of %s', (ifsc, name) => {
    expect(nameOf({ ifsc })).toBe(name);
  });

  it('[identify.result.fields] an answer says all that is known', () => {
    expect(ask({ ifsc: 'HDFC0000001', account_number: '50100012345678' })).toEqual({
      result: 'identified',
      rail: 'ifsc',
      reference: 'HDFC0000001',
      country: 'IN',
      institution: {
        id: 'in_ifsc_hdfc',
        name: 'HDFC Bank',
        codes: [{ scheme: 'ifsc', value: 'HDFC' }],
        type: 'bank',
        branch: { code: '000001' },
      },
      rails: ['neft', 'nach', 'apbs', 'upi'],
      rails_source: 'register',
      rails_unknown: ['swift'],
      account: {
        number: '50100012345678',
        valid: true,
        check: 'length',
        formatted: 'HDFC0000001 50100012345678',
      },
      confidence: 'exact',
      source: {
        name: 'ifsc 2.0.50, of the lists of the Reserve Bank of India and NPCI',
        as_of: '2026-08-24',
      },
    });
  });

  it('a code that a bank lent to another is the other’s', () => {
    expect(answerTo({ ifsc: 'AKJB0000001' })).toMatchObject({
      institution: { id: 'in_ifsc_ajkb', name: 'Akola Janata Commercial Co-operative Bank' },
    });
  });

  it('so is every code that begins with what was lent', () => {
    const lent = [...data.ifsc_branch.rows()].find(({ ifsc }) => ifsc.startsWith('WBSC0KPCB'));
    expect(nameOf({ ifsc: lent?.ifsc })).toBe('Kolkata Police Co-operative Bank');
  });

  it.each([
    ['HDFC0999998', 'a branch that no list has'],
    ['QQQQ0000001', 'a bank that no list has'],
    ['BARB0QQQQQQ', 'letters that no list has'],
  ])('[identify.result.not-found] %s is %s', (ifsc) => {
    expect(answerTo({ ifsc })).toMatchObject({
      result: 'not_found',
      reason: 'unknown_institution',
      country: 'IN',
    });
  });

  it('codes at both ends of a range are listed, the code before it is not', () => {
    const ranges = [...data.ifsc_branch_range.rows()].filter(
      ({ from }, index) => index % 50 === 0 && data.ifsc_bank.find(from.slice(0, 4)) !== undefined,
    );
    const results = ranges.map(({ from, to }) => {
      const before = from.slice(0, 5) + String(Math.max(Number(from.slice(5)) - 1, 0)).padStart(6, '0');
      return [before === from ? 'not_found' : before, from, to].map((ifsc) => ask({ ifsc }));
    });
    expect(ranges.length).toBeGreaterThan(500);
    for (const [before, from, to] of results) {
      expect(before).not.toMatchObject({ result: 'identified' });
      expect([from, to]).toMatchObject([{ result: 'identified' }, { result: 'identified' }]);
    }
  });

  it.each([
    ['12345678', false],
    ['123456789', true],
    ['123456789012345678', true],
    ['1234567890123456789', false],
  ])('[identify.result.account] an account number %s is as long as Indian ones are: %s', (number, valid) => {
    expect(answerTo({ ifsc: 'HDFC0000001', account_number: number }).account).toEqual({
      number,
      valid,
      check: 'length',
      formatted: `HDFC0000001 ${number}`,
    });
  });

  it('[identify.request.separators] spaces, hyphens and small letters are accepted', () => {
    expect(answerTo({ ifsc: 'hdfc-0000 001' })).toMatchObject({ reference: 'HDFC0000001' });
  });

  it.each([
    ...hostileTexts,
    'HDFC000001',
    'HDFC00000001',
    'HDFC1000001',
    'HD1C0000001',
    'DE89370400440532013000',
  ])('[identify.request.invalid-args] %j is no IFSC', (ifsc) => {
    expect(ask({ ifsc })).toEqual({ refused: ['ifsc'] });
  });

  it('never throws, and identifies listed codes only', () => {
    const banks = [...data.ifsc_bank.rows()].map(({ bank }) => bank);
    const codes = fc
      .tuple(fc.constantFrom(...banks), fc.stringMatching(/^[0-9A-Z]{6}$/))
      .map(([bank, branch]) => `${bank}0${branch}`);
    fc.assert(
      fc.property(fc.oneof(codes, fc.string({ unit: 'binary' })), (ifsc) => {
        const answer = ask({ ifsc });
        return 'refused' in answer || ['identified', 'not_found'].includes(answer.result);
      }),
      { numRuns: 1000 },
    );
    expect(answerTo({ ifsc: 'HDFC0000001' }).result).toBe('identified');
  });
});

/** The Reserve Bank's list names the bank of the branch. */
it.each([
  ['DOHB0000001', 'Doha Bank QSC'],
  ['INDB0TMCB01', 'Muslim Co-operative Bank'],
  ['SVCB0001002', 'Hindustan Co-operative Bank'],
  ['SVCB0009002', 'Omprakash Deora Peoples Co-operative Bank'],
  ['HDFC0CADARS', 'Mount Nagrik Sahakari Bank'],
])('[identify.rail.ifsc] %s is a code of %s', (ifsc, name) => {
  expect(nameOf({ ifsc })).toBe(name);
});
