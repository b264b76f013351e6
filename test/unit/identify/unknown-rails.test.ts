import { describe, expect, it } from 'vitest';
import { paymentRails } from '#contract/payment-rail.ts';
import { bicId } from '#identify/known-bank.ts';
import { answerTo, data } from './ask.ts';
import { ibanOf } from './iban-of.ts';
import { sampled } from './sampled.ts';

describe('[identify.result.rails-unknown] where no list says whether an institution takes part in a rail, the answer says so', () => {
  it('where joining SEPA is voluntary, what is not a listed rail is unknown', () => {
    const schemes = ['sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'];
    for (const iban of ['MD24AG000225100013104168', ibanOf('RS', `265${'0'.repeat(13)}07`)]) {
      expect(answerTo({ iban })).toMatchObject({ rails: ['swift'], rails_unknown: schemes });
    }
    // A listed member of one scheme.
    expect(answerTo({ iban: ibanOf('CH', '00700'.padEnd(17, '0')) })).toMatchObject({
      rails: ['swift', 'sepa_credit_transfer'],
      rails_unknown: ['sepa_direct_debit', 'sepa_instant'],
    });
  });

  it('every bank of the microstates that took over European law is reached by SEPA Credit Transfer', () => {
    for (const country of ['AD', 'MC', 'SM', 'VA']) {
      const codes = [...data.iban_bank.rows()].filter(({ code }) => code.startsWith(country));
      for (const { institution, bic } of codes) {
        const bank = data.bank.find(institution || bicId(bic));
        expect(bank?.rails).toContain('sepa_credit_transfer');
      }
    }
  });

  it('for every institution with a BIC in a country of SEPA, each scheme is known or said to be unknown', () => {
    const joined = new Set('AL CH GB GG IM JE MD ME MK RS AD CZ DK HU IS LI MC NO PL RO SE SM VA'.split(' '));
    const schemes = paymentRails.filter((rail) => rail.startsWith('sepa_'));
    const silent = sampled(data.bic.rows()).flatMap(({ bic }) => {
      const { country = '', rails = [], rails_unknown = [], institution } = answerTo({ bic });
      if (!joined.has(country) || institution?.type !== 'bank') return [];
      const known = new Set([...rails, ...rails_unknown]);
      return schemes.every((scheme) => known.has(scheme)) ? [] : [bic];
    });
    expect(silent).toEqual([]);
  });

  it('every Ukrainian code has the BIC of its bank, or says that SWIFT is unknown', () => {
    const codes = [...data.iban_bank.rows()].filter(({ code }) => code.startsWith('UA'));
    const banks = codes.map(({ institution, bic }) => data.bank.find(institution || bicId(bic)));
    expect(banks).toHaveLength(123);
    expect(banks.filter((bank) => bank?.bic === '').map((bank) => bank?.name)).toEqual([
      'Taskombank (Таскомбанк)',
    ]);
  });
});
