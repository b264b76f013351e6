import { accountingExamples } from './accounting.ts';
import { times } from './ids.ts';

const { from, to, identify: counts } = accountingExamples.Usage;

const institution = {
  id: 'de_bic_cobadeff',
  name: 'Commerzbank',
  bic: 'COBADEFF',
  codes: [
    { scheme: 'bank_code', value: '37040044' },
    { scheme: 'bic', value: 'COBADEFF' },
  ],
  type: 'bank',
  branch: { name: 'Commerzbank Köln' },
};

/** Examples of account references and their institutions. */
export const identifyExamples = {
  IdentifyRequest: { iban: 'DE89 3704 0044 0532 0130 00' },
  IdentifyResult: {
    result: 'identified',
    rail: 'iban',
    reference: 'DE89370400440532013000',
    country: 'DE',
    institution,
    rails: ['swift', 'sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'],
    rails_source: 'country',
    confidence: 'exact',
    source: { name: 'schwifty 2026.10.1, register of DE', as_of: '2026-10-01' },
    identified_at: times.posted,
  },
  Institution: institution,
  AccountCheck: { number: '0000014579', valid: true, check: 'checksum', formatted: '0000014579' },
  Bank: {
    id: 'ng_bic_gtbingla',
    name: 'Guaranty Trust Bank Plc',
    country: 'NG',
    rails: ['swift', 'nuban'],
    codes: [
      { scheme: 'cbn', value: '058' },
      { scheme: 'nip', value: '000013' },
      { scheme: 'bic', value: 'GTBINGLA' },
    ],
    bic: 'GTBINGLA',
    type: 'bank',
  },
  IdentifyStats: { from, to, total: 1119, counts },
};
