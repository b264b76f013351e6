import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, ask, data } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';

describe('[identify.rail.routing-number] American routing numbers', () => {
  it.each([
    ['061000104', 'Truist Bank'],
    ['031101266', 'TD Bank'],
    ['065000090', 'Capital One'],
    ['121202211', 'Charles Schwab Bank'],
    ['124003116', 'Ally Bank'],
    ['011000028', 'State Street Bank and Trust Company'],
    ['031101334', 'SoFi Bank'],
    ['091311229', 'Choice Financial Group'],
    ['121145307', 'Column'],
    ['121145349', 'Column'],
    ['121145433', 'Column'],
    ['124303201', 'Varo Bank'],
  ])('%s is %s', (routing_number, name) => {
    expect(answerTo({ routing_number }).institution?.name).toBe(name);
  });

  it('084009519, which lists give to four institutions, is unknown', () => {
    expect(answerTo({ routing_number: '084009519' })).toMatchObject({
      result: 'not_found',
      reason: 'unknown_institution',
    });
  });

  // The example of the check digit in Wikipedia, "ABA routing transit number"; the weights are those of the ABA's
  // Routing Number Policy.
  it('111000025 has the right check digit, and no other last digit would be right', () => {
    expect(answerTo({ routing_number: '111000025' }).institution?.name).toBe('Bank of America');
    for (const digit of '012346789') {
      expect(ask({ routing_number: `11100002${digit}` })).toMatchObject({
        result: 'not_found',
        reason: 'bad_checksum',
      });
    }
  });

  it('numbers of one bank have one institution, whose code is the first of them', () => {
    const institution = { id: 'us_bic_bofaus3n', codes: [{ scheme: 'aba', value: '026009593' }, {}] };
    expect(ask({ routing_number: '026009593' })).toMatchObject({ institution });
    expect(ask({ routing_number: '121000358' })).toMatchObject({ institution });
  });

  it('[identify.result.rails] wires reach only numbers that are listed for them', () => {
    expect(ask({ routing_number: '021000021' })).toMatchObject({ rails: ['swift', 'ach', 'wire'] });
    expect(ask({ routing_number: '111000025' })).toMatchObject({ rails: ['swift', 'ach'] });
  });

  it('[identify.result.note] an answer from the directory of 2018 says all that is known, and how old it is', () => {
    expect(ask({ routing_number: '321170839' })).toEqual({
      result: 'identified',
      rail: 'routing_number',
      reference: '321170839',
      country: 'US',
      institution: {
        id: 'us_aba_121182030',
        name: 'Travis Credit Union',
        codes: [{ scheme: 'aba', value: '121182030' }],
        type: 'bank',
        branch: { city: 'Vacaville', state: 'CA' },
      },
      rails: ['ach', 'wire'],
      rails_source: 'register',
      rails_unknown: ['swift'],
      confidence: 'exact',
      source: { name: 'FedACH and Fedwire directories', as_of: '2018-12-04' },
      note: 'The directory is of December 2018: the institution may have been renamed or merged since.',
    });
    // Another of its numbers, which no wires reach.
    expect(ask({ routing_number: '121182030' })).toMatchObject({
      institution: { id: 'us_aba_121182030' },
      rails: ['ach'],
    });
  });

  it('[identify.result.note] [identify.source.age] what the hand-kept table says is of the day on which it was compared with the directory', () => {
    expect(ask({ routing_number: '021000021' })).toMatchObject({
      source: { as_of: '2018-12-04' },
      note: 'The data is of 4 December 2018. The code may belong to another bank today.',
    });
  });

  it('[identify.routing-number.order] a number beside those of a hand-kept institution is its own, under its name of today', () => {
    expect(ask({ routing_number: '011000390' })).toMatchObject({
      institution: {
        id: 'us_bic_bofaus3n',
        name: 'Bank of America',
        branch: { city: 'Richmond', state: 'VA' },
      },
    });
    // Listed as SunTrust; Truist since 2019.
    expect(ask({ routing_number: '053201607' })).toMatchObject({ institution: { name: 'Truist Bank' } });
  });

  it.each([
    ['011110620', '211174178', 'Ion Bank'],
    ['031310507', '031304306', 'Farmers & Merchants Tr Co'],
  ])('[identify.routing-number.replaced] %s was replaced by %s, of %s', (routing_number, by, name) => {
    const { institution, rails } = answerTo({ routing_number: by });
    expect(answerTo({ routing_number })).toMatchObject({
      result: 'identified',
      reference: routing_number,
      institution: { ...institution, name },
      rails,
      note: `The number was replaced by ${by} before December 2018.`,
    });
  });

  it('[identify.routing-number.replaced] no replacement was itself replaced, and each is known', () => {
    const replacements = [...data.fedach.rows()].flatMap(({ replaced_by }) => replaced_by || []);
    expect(replacements.length).toBe(1606);
    expect(replacements.filter((number) => data.fedach.find(number)?.replaced_by !== '')).toEqual([]);
  });

  it('the Federal Reserve is a central bank', () => {
    expect(ask({ routing_number: '011000015' })).toMatchObject({ institution: { type: 'central_bank' } });
  });

  it.each([
    '000000000',
    '500000005',
    '999999992',
    '130000006',
    '200000004',
    '330000000',
    '730000008',
    '810000009',
  ])('[identify.result.not-found] %s is nobody’s, whether its district exists or not', (routing_number) => {
    expect(ask({ routing_number })).toMatchObject({ result: 'not_found', reason: 'unknown_institution' });
  });

  it.each([
    ['123456789', true],
    ['12345678901234567', true],
    ['123456789012345678', false],
  ])(
    '[identify.result.account] an account number %s is as long as an ACH entry allows: %s',
    (number, valid) => {
      expect(ask({ routing_number: '021000021', account_number: number })).toMatchObject({
        account: { number, valid, check: 'length' },
      });
    },
  );

  it('[identify.request.separators] spaces and hyphens are accepted', () => {
    expect(ask({ routing_number: '0210-0002 1' })).toMatchObject({ reference: '021000021' });
  });

  it.each([...hostileTexts, '02100002', '0210000211', '02100002X', 'DEUTDEFF'])(
    '[identify.request.invalid-args] %j is no routing number',
    (routing_number) => {
      expect(ask({ routing_number })).toEqual({ refused: ['routing_number'] });
    },
  );

  it('a country that does not have routing numbers is refused; a territory is not', () => {
    expect(ask({ routing_number: '021000021', country: 'CA' })).toEqual({ refused: ['country'] });
    expect(ask({ routing_number: '021000021', country: 'PR' })).toMatchObject({ country: 'US' });
  });

  it('never identifies a number with a wrong check digit', () => {
    const weights = [3, 7, 1];
    const isRight = (number: string) =>
      Array.from(number).reduce((sum, digit, index) => sum + Number(digit) * (weights[index % 3] ?? 0), 0) %
        10 ===
      0;
    const numbers = fc.oneof(fc.stringMatching(/^\d{9}$/), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(numbers, (routing_number) => {
        const answer = ask({ routing_number });
        return 'refused' in answer || (answer.reason === 'bad_checksum') === !isRight(answer.reference);
      }),
      { numRuns: 1000 },
    );
    expect(isRight('021000021')).toBe(true);
  });
});
