import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rail } from '#contract/rail.ts';
import { answerTo, ask } from '../ask.ts';
import { hostileTexts } from '../hostile-texts.ts';

/** Rails of national bank codes: Ghana, Kenya, South Africa, Côte d'Ivoire, Egypt and Rwanda. */

const institutions: [Rail, string, Record<string, string>][] = [
  [
    'gh_bank',
    '[identify.rail.gh-bank]',
    {
      '040100': 'GCB Bank',
      '030100': 'Absa Bank Ghana',
      '020100': 'Standard Chartered Bank Ghana',
      '130100': 'Ecobank Ghana',
      '120100': 'Zenith Bank Ghana',
      '190100': 'Stanbic Bank Ghana',
      '240100': 'Fidelity Bank Ghana',
      '280100': 'Access Bank Ghana',
      '140100': 'CalBank',
      '080100': 'Agricultural Development Bank',
      '010100': 'Bank of Ghana',
      '34': 'Consolidated Bank Ghana',
    },
  ],
  [
    'ke_bank',
    '[identify.rail.ke-bank]',
    {
      '01': 'KCB Bank Kenya',
      '02': 'Standard Chartered Bank Kenya',
      '03': 'Absa Bank Kenya',
      '07': 'NCBA Bank Kenya',
      '09': 'Central Bank of Kenya',
      '11': 'Co-operative Bank of Kenya',
      '31': 'Stanbic Bank Kenya',
      '57': 'I&M Bank',
      '63': 'Diamond Trust Bank Kenya',
      '68': 'Equity Bank Kenya',
      '70': 'Family Bank',
      '01100': 'KCB Bank Kenya',
    },
  ],
  [
    'za_bank',
    '[identify.rail.za-bank]',
    {
      '632005': 'Absa Bank',
      '250655': 'First National Bank',
      '051001': 'Standard Bank of South Africa',
      '198765': 'Nedbank',
      '470010': 'Capitec Bank',
      '580105': 'Investec Bank',
      '678910': 'TymeBank',
      '679000': 'Discovery Bank',
      '430000': 'African Bank',
      '462005': 'Bidvest Bank',
      '683000': 'Sasfin Bank',
    },
  ],
  [
    'ci_bank',
    '[identify.rail.ci-bank]',
    {
      CI008: "Société Générale Côte d'Ivoire",
      CI007: 'Société Ivoirienne de Banque',
      CI042: "NSIA Banque Côte d'Ivoire",
      CI059: "Ecobank Côte d'Ivoire",
      '032': "Bank of Africa Côte d'Ivoire",
      CI034: "Banque Atlantique Côte d'Ivoire",
      SN012: 'CBAO, Groupe Attijariwafa bank',
      BF056: 'Banque Commerciale du Burkina',
      BJ061: 'Bank of Africa Bénin',
      TG009: 'Union Togolaise de Banque',
      ML016: 'Banque de Développement du Mali',
      NE064: 'Société Nigérienne de Banque',
      GW096: 'Banco da Africa Ocidental',
    },
  ],
  [
    'eg_bank',
    '[identify.rail.eg-bank]',
    {
      '0003': 'National Bank of Egypt',
      '0002': 'Banque Misr',
      '0010': 'Commercial International Bank',
      '0004': 'Banque du Caire',
      '0005': 'Bank of Alexandria',
      '0037': 'QNB Alahli',
      '0036': 'Crédit Agricole Egypt',
      '0025': 'HSBC Bank Egypt',
      '0057': 'Arab African International Bank',
      '0059': 'Faisal Islamic Bank of Egypt',
      '0017': 'Suez Canal Bank',
    },
  ],
  [
    'rw_bank',
    '[identify.rail.rw-bank]',
    {
      '040': 'Bank of Kigali',
      '010': 'I&M Bank Rwanda',
      '400': 'BPR Bank Rwanda',
      '100': 'Ecobank Rwanda',
      '192': 'Equity Bank Rwanda',
      '115': 'Access Bank Rwanda',
      '070': 'Guaranty Trust Bank Rwanda',
      '025': 'NCBA Bank Rwanda',
      '900': 'Bank of Africa Rwanda',
      '145': 'Urwego Bank',
      '951': 'National Bank of Rwanda',
    },
  ],
];

describe.each(institutions)('%s', (rail, requirement, names) => {
  it.each(Object.entries(names))(`${requirement} %s is %s`, (bank_code, name) => {
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
    const [bank_code = ''] = Object.keys(names);
    expect(ask({ rail, bank_code, iban: 'EG380019000500000000263180002' })).toEqual({ refused: ['iban'] });
    expect(ask({ rail, bank_code, country: 'DE' })).toEqual({ refused: ['country'] });
    expect(ask({ rail, bank_code, account_number: '12\u00007' })).toEqual({ refused: ['account_number'] });
    expect(ask({ rail, bank_code, branch_code: '１２３' })).toEqual({ refused: ['branch_code'] });
  });

  it('[identify.result.account] any text is refused or answered, with an account only when one was given', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const code = fc.oneof(text, fc.constantFrom(...Object.keys(names)), fc.stringMatching(/^[A-Z0-9]{2,6}$/));
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
