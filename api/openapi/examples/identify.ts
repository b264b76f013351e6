import type { z } from 'zod';
import type { Bank } from '#contract/bank.ts';
import type { AccountCheck, IdentifyRequest, IdentifyResult, Institution } from '#contract/identify.ts';
import type { IdentifyStats } from '#contract/usage.ts';
import { times } from './ids.ts';

const request: z.input<typeof IdentifyRequest> = { iban: 'DE89 3704 0044 0532 0130 00' };

const institution: Institution = {
  id: 'de_bic_cobadeff',
  name: 'Commerzbank',
  short_name: 'Commerzbank Köln',
  bic: 'COBADEFF',
  codes: [
    { scheme: 'bank_code', value: '37040044' },
    { scheme: 'bic', value: 'COBADEFF' },
  ],
  type: 'bank',
};

const account: AccountCheck = {
  number: '0000014579',
  valid: true,
  check: 'checksum',
};

const result: IdentifyResult = {
  result: 'identified',
  rail: 'iban',
  reference: 'DE89370400440532013000',
  country: 'DE',
  institution,
  rails: ['swift', 'sepa_credit_transfer', 'sepa_direct_debit', 'sepa_instant'],
  confidence: 'exact',
  source: { name: 'schwifty 2026.10.1', as_of: '2026-10-01' },
  identified_at: times.posted,
};

const bank: Bank = {
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
};

/** Examples of account references and their institutions. */
export const identifyExamples = {
  IdentifyRequest: request,
  IdentifyResult: result,
  Institution: institution,
  AccountCheck: account,
  Bank: bank,
  IdentifyStats: {
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
    total: 1119,
    counts: [
      { rail: 'iban', result: 'identified', count: 1088 },
      { rail: 'iban', result: 'not_found', count: 31 },
    ],
  } satisfies IdentifyStats,
};
