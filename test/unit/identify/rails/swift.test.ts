import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, ask, data } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';

describe('[identify.rail.swift] BICs (ISO 9362)', () => {
  it('[identify.result.institution] [identify.result.fields] an answer says all that is known', () => {
    expect(ask({ bic: 'DEUTDEFF' })).toEqual({
      result: 'identified',
      rail: 'swift',
      reference: 'DEUTDEFF',
      country: 'DE',
      institution: {
        id: 'de_bic_deutdeff',
        name: 'Deutsche Bank',
        bic: 'DEUTDEFF',
        codes: [{ scheme: 'bic', value: 'DEUTDEFF' }],
        type: 'bank',
        previous_ids: expect.arrayContaining(['de_bic_deutdebb', 'de_bic_deutdemm']),
      },
      rails: ['swift', 'sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'],
      rails_source: 'country',
      confidence: 'exact',
      source: { name: 'schwifty 2026.10.1, register of DE', as_of: '2026-10-01' },
    });
  });

  it('XXX is the head office; another branch is told by its code, as sure as its institution', () => {
    expect(ask({ bic: 'DEUTDEFFXXX' })).toMatchObject({ reference: 'DEUTDEFFXXX', confidence: 'exact' });
    expect(ask({ bic: 'DEUTDEFF500' })).toMatchObject({
      institution: { id: 'de_bic_deutdeff', branch: { code: '500' } },
      confidence: 'prefix',
    });
  });

  it('central banks are told from banks, and from the Central Bank of India, which is one', () => {
    expect(ask({ bic: 'MARKDEFF' })).toMatchObject({ institution: { type: 'central_bank' } });
    expect(ask({ bic: 'CBININBB' })).toMatchObject({ institution: { type: 'bank' } });
  });

  it('[identify.result.rails] a BIC that is not on the network is not reached by it', () => {
    const offline = [...data.bic.rows()].find(({ bic }) => bic[7] === '1');
    const answer = answerTo({ bic: offline?.bic });
    expect(answer.result).toBe('identified');
    expect(answer.rails).not.toContain('swift');
  });

  it('[identify.result.not-found] a well-formed BIC of nobody is not found', () => {
    expect(ask({ bic: 'QQQQDEQQ' })).toEqual({
      result: 'not_found',
      rail: 'swift',
      reference: 'QQQQDEQQ',
      country: 'DE',
      reason: 'unknown_institution',
    });
  });

  it('[identify.result.unsupported] a country of which no institution is known is not covered', () => {
    expect(ask({ bic: 'DEUTEHFF' })).toMatchObject({ result: 'unsupported', reason: 'unsupported_country' });
  });

  it('[identify.request.separators] spaces, hyphens and small letters are accepted', () => {
    expect(ask({ bic: ' deut-de ff\u00a0500 ' })).toMatchObject({ reference: 'DEUTDEFF500' });
  });

  it.each([
    ...hostileTexts,
    'DEUTDEF',
    'DEUTDEFFX',
    'DEUTDEFF5000',
    'DEUT12FF',
    'DEUT.EFF',
    'DE89370400440532013000',
  ])('[identify.request.invalid-args] %j is no BIC', (bic) => {
    expect(ask({ bic })).toEqual({ refused: ['bic'] });
  });

  it('[identify.request.invalid-args] the country must be that of the BIC', () => {
    expect(ask({ bic: 'DEUTDEFF', country: 'FR' })).toEqual({ refused: ['country'] });
    expect(ask({ bic: 'DEUTDEFF', country: 'de' })).toMatchObject({ result: 'identified' });
  });

  it('answers whatever it is given, and only to what is a BIC', () => {
    const parts = fc.constantFrom('DEUT', 'DE', 'FF', 'XXX', '-', ' ', '1', 'ß');
    const mixed = fc.array(parts).map((all) => all.join(''));
    const answered = fc.oneof(fc.string({ unit: 'binary' }), mixed).map((bic) => ask({ bic }));
    fc.assert(
      fc.property(
        answered,
        (answer) => 'refused' in answer || /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(answer.reference),
      ),
    );
    expect(answerTo({ bic: 'DEUT-DE FF' }).result).toBe('identified');
  });
});
