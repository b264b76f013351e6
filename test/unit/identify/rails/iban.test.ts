import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, ask, data } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';
import { readTsv } from '../read-tsv.ts';

/** The examples of the IBAN registry, each with the bank that holds it or the reason why there is none. */
const registryHolders = readTsv('iban-registry.tsv') as [iban: string, holder: string][];
const registryExamples = registryHolders.map(([iban]) => iban);

describe('[identify.rail.iban] IBANs (ISO 13616)', () => {
  it('every country of the registry has an example', () => {
    const countries = registryExamples.map((iban) => iban.slice(0, 2));
    expect(countries).toEqual([...data.iban_country.rows()].map(({ country }) => country));
  });

  it.each(registryExamples)(
    'the registry’s example %s has the structure and the check digits of its country',
    (iban) => {
      const answer = answerTo({ iban });
      expect(answer).toMatchObject({ rail: 'iban', reference: iban, country: iban.slice(0, 2) });
      expect(answer.reason).not.toBe('bad_checksum');
    },
  );

  it.each(registryHolders)("the bank of the registry's example %s is told as %s", (iban, holder) => {
    const { result, institution, reason } = answerTo({ iban });
    expect(institution?.name ?? reason).toBe(holder);
    const results: Record<string, string> = {
      unknown_institution: 'not_found',
      unsupported_country: 'unsupported',
    };
    expect(result).toBe(results[holder] ?? 'identified');
  });

  it.each(registryExamples)('every other check digits of %s are wrong', (iban) => {
    const others = Array.from({ length: 100 }, (_, digits) => String(digits).padStart(2, '0'))
      .filter((digits) => digits !== iban.slice(2, 4))
      .map((digits) => answerTo({ iban: iban.slice(0, 2) + digits + iban.slice(4) }).reason);
    expect(new Set(others)).toEqual(new Set(['bad_checksum']));
  });

  it('[identify.result.fields] [identify.result.account] an answer says all that is known', () => {
    expect(ask({ iban: 'GB29 NWBK 6016 1331 9268 19', account_number: '31926819' })).toEqual({
      result: 'identified',
      rail: 'iban',
      reference: 'GB29NWBK60161331926819',
      country: 'GB',
      institution: {
        id: 'gb_bic_nwbkgb2l',
        name: 'National Westminster Bank',
        short_name: 'NatWest',
        bic: 'NWBKGB2L',
        codes: [
          { scheme: 'bank_code', value: 'NWBK' },
          { scheme: 'bic', value: 'NWBKGB2L' },
        ],
        type: 'bank',
        previous_ids: ['2x', '3c', '3l', '4e', '55', 'ce', 'ch', 'x1'].map(
          (region) => `gb_bic_nwbkgb${region}`,
        ),
        branch: { code: '601613' },
      },
      rails: ['swift', 'sepa_credit_transfer', 'bacs', 'faster_payments', 'chaps'],
      rails_source: 'register',
      rails_unknown: ['sepa_direct_debit', 'sepa_instant'],
      account: {
        number: '31926819',
        valid: true,
        check: 'checksum',
        formatted: 'GB29 NWBK 6016 1331 9268 19',
        bank_code: 'NWBK',
        branch_code: '601613',
        account_number: '31926819',
        check_digits: '29',
      },
      verification: { scheme: 'cop', reachable: 'yes' },
      confidence: 'exact',
      source: { name: 'schwifty 2026.10.1, list of GB', as_of: '2026-10-01' },
    });
  });

  it('an account number beside an IBAN of another account is not valid', () => {
    expect(answerTo({ iban: 'GB29NWBK60161331926819', account_number: '31926818' }).account).toMatchObject({
      valid: false,
    });
  });

  it.each([
    ['DE89370400440532013000', '130'],
    ['US64SVBKUS6S3300958879', '3300958879'],
  ])('%s says nothing of an account number %s', (iban, account_number) => {
    expect(answerTo({ iban, account_number }).account).toMatchObject({ check: 'none' });
    expect(answerTo({ iban, account_number }).account).not.toHaveProperty('valid');
  });

  it('where bank codes are letters of BICs, a bank that no list has is known by its BIC', () => {
    expect(answerTo({ iban: 'QA58DOHB00001234567890ABCDEFG' })).toMatchObject({
      institution: { id: 'qa_bic_dohbqaqa', name: 'Doha Bank' },
      confidence: 'prefix',
    });
  });

  it('[identify.result.rails] banks of the euro area are reached by all SEPA schemes, and others of the EEA by credit transfers', () => {
    const sepa = ['sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'];
    expect(answerTo({ iban: 'DE89370400440532013000' }).rails).toEqual(['swift', ...sepa]);
    expect(answerTo({ iban: 'DK5000400440116243' }).rails).toEqual(['swift', 'sepa_credit_transfer']);
  });

  // Check digits of their own: France (clé RIB), Spain (dígitos de control), Belgium, Norway; those of the IBAN are right.
  it.each(['FR8420041010050500013M02607', 'ES5321000418550200051332', 'BE41539007547035', 'NO6686011117948'])(
    'the national check digits of %s are wrong',
    (iban) => {
      expect(answerTo({ iban })).toMatchObject({ result: 'not_found', reason: 'bad_checksum' });
    },
  );

  it('[identify.result.not-found] a bank code of nobody is not found', () => {
    expect(answerTo({ iban: 'AT611904300234573201' })).toMatchObject({
      result: 'not_found',
      reason: 'unknown_institution',
    });
  });

  it.each(['US64SVBKUS6S3300958879', 'CI93CI0080111301134291200589'])(
    '[identify.result.unsupported] %s is of a country that the registry does not have',
    (iban) => {
      expect(answerTo({ iban })).toMatchObject({ result: 'unsupported', reason: 'unsupported_country' });
    },
  );

  it('[identify.result.unsupported] a country whose bank codes no table has is not covered', () => {
    expect(answerTo({ iban: 'OM810180000001299123456' })).toMatchObject({
      result: 'unsupported',
      country: 'OM',
    });
  });

  it.each([
    ...hostileTexts,
    'DE8937040044053201300',
    'DE893704004405320130000',
    'DE8937040044053201300A',
    'GB29NWBK6016133192681X',
    'GB291WBK60161331926819',
    'DEA9370400440532013000',
    'DEUTDEFF',
  ])('[identify.request.invalid-args] %j is no IBAN', (iban) => {
    expect(ask({ iban })).toEqual({ refused: ['iban'] });
  });

  it('[identify.request.invalid-args] the country must be that of the IBAN, or one under its code', () => {
    expect(ask({ iban: 'DE89370400440532013000', country: 'FR' })).toEqual({ refused: ['country'] });
    expect(answerTo({ iban: 'FR1420041010050500013M02606', country: 'RE' })).toMatchObject({ country: 'FR' });
    expect(answerTo({ iban: 'GB29NWBK60161331926819', country: 'JE' })).toMatchObject({ country: 'GB' });
  });

  it('never identifies an IBAN of which one digit was changed', () => {
    const changed = fc
      .tuple(fc.constantFrom(...registryExamples), fc.nat({ max: 33 }), fc.nat({ max: 9 }).map(String))
      .filter(([iban, at, digit]) => /\d/.test(iban[at] ?? '') && iban[at] !== digit)
      .map(([iban, at, digit]) => iban.slice(0, at) + digit + iban.slice(at + 1));
    fc.assert(
      fc.property(changed, (iban) => answerTo({ iban }).result !== 'identified'),
      { numRuns: 2000 },
    );
    expect(answerTo({ iban: registryExamples[0] }).result).toBe('identified');
  });

  it('never throws, whatever it is given', () => {
    const shaped = fc.stringMatching(/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/);
    const texts = fc.oneof(fc.string({ unit: 'binary' }), shaped);
    const answered = (iban: string) => ['rail', 'refused'].some((field) => field in ask({ iban }));
    expect(() => fc.assert(fc.property(texts, answered))).not.toThrow();
  });
});

it.each([
  ['IQ98NBIQ850123456789012', 'NBIQIQBA'],
  ['YE15CBYE0001018861234567891234', 'CBYEYESA'],
])(
  '[identify.result.unsupported] of a country without a bank in any list, %s is unsupported like %s',
  (iban, bic) => {
    for (const asked of [{ iban }, { bic }]) {
      expect(answerTo(asked)).toMatchObject({ result: 'unsupported', reason: 'unsupported_country' });
    }
  },
);
