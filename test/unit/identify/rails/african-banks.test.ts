import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rail } from '#contract/rail.ts';
import { answerTo, ask } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';
import { readTsv } from '../read-tsv.ts';

/** Rails of national bank codes: Ghana, Kenya, South Africa, Côte d'Ivoire, Egypt and Rwanda. */

const banks = Map.groupBy(readTsv('african-banks.tsv'), ([rail]) => rail as Rail);

describe.each([...banks])('%s', (rail, its) => {
  const codes = its.map(([, code = '']) => code);

  it.each(its)('of %s, %s is %s', (_, bank_code, name) => {
    const answer = answerTo({ rail, bank_code });
    expect(answer).toMatchObject({
      result: 'identified',
      rail,
      institution: { name, id: expect.stringMatching(/^[a-z]{2}_[a-z_]+_[a-z0-9]+$/) },
      confidence: 'exact',
      source: { name: expect.any(String), as_of: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) },
    });
    expect(answer.institution?.id.slice(0, 2)).toBe(answer.country?.toLowerCase());
    expect(answer).not.toHaveProperty('account');
  });

  it('[identify.result.not-found] a code that nobody has is not found', () => {
    const unknown = { gh_bank: '990100', ke_bank: '99', za_bank: '999999', eg_bank: '0999', rw_bank: '999' };
    const bank_code = { ci_bank: 'CI999', ...unknown }[rail as 'ci_bank'];
    const answer = answerTo({ rail, bank_code });
    expect(answer).toMatchObject({
      result: 'not_found',
      reason: 'unknown_institution',
      reference: bank_code,
    });
    expect(answer).not.toHaveProperty('institution');
  });

  it.each(['', '1', '1234567', 'ABCDEFG', 'GB29NWBK60161331926819', 'x'.repeat(65), ...hostileTexts])(
    '%j is refused',
    (bank_code) => {
      expect(ask({ rail, bank_code })).toEqual({ refused: ['bank_code'] });
    },
  );

  it('what belongs to another rail is refused', () => {
    const [bank_code = ''] = codes;
    expect(ask({ rail, bank_code, iban: 'EG380019000500000000263180002' })).toEqual({ refused: ['iban'] });
    expect(ask({ rail, bank_code, country: 'DE' })).toEqual({ refused: ['country'] });
    expect(ask({ rail, bank_code, account_number: '12\u00007' })).toEqual({ refused: ['account_number'] });
    expect(ask({ rail, bank_code, branch_code: '１２٣' })).toEqual({ refused: ['branch_code'] });
  });

  it('[identify.result.account] any text is refused or answered, with an account only when one was given', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const code = fc.oneof(text, fc.constantFrom(...codes), fc.stringMatching(/^[A-Z0-9]{2,6}$/));
    const account = fc.option(fc.oneof(text, fc.stringMatching(/^[A-Z0-9]{1,34}$/)), { nil: undefined });
    const branch = fc.option(fc.oneof(text, fc.stringMatching(/^\d{1,6}$/)), { nil: undefined });
    fc.assert(
      fc.property(code, branch, account, (bank_code, branch_code, account_number) => {
        const answer = ask({ rail, bank_code, branch_code, account_number });
        const holds =
          'refused' in answer ||
          ((answer.result === 'identified') === (answer.institution !== undefined) &&
            (account_number === undefined) === (answer.account === undefined));
        expect(holds).toBe(true);
      }),
    );
  });
});

it('[identify.request.rail-inferred] a bank code with its country says the rail', () => {
  expect(answerTo({ bank_code: '040', country: 'RW' }).rail).toBe('rw_bank');
  expect(answerTo({ bank_code: 'SN012', country: 'SN' }).rail).toBe('ci_bank');
  expect(answerTo({ bank_code: '012', country: 'sn' }).institution?.id).toBe('sn_bic_cbaosnda');
  expect(ask({ bank_code: '040' })).toHaveProperty('refused');
});

it('[identify.rail.rw-bank] a branch is told by its code; of the account nothing is known', () => {
  const body = { rail: 'rw_bank', bank_code: '040', branch_code: '0001', account_number: '1234567890' };
  expect(answerTo(body)).toMatchObject({
    reference: '040',
    institution: { id: 'rw_bic_bkigrwrw', short_name: 'BK', branch: { code: '0001' } },
    rails: ['swift', 'ach', 'rtgs'],
    rails_source: 'country',
    account: { number: '1234567890', check: 'none' },
  });
});
