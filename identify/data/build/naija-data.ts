import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestSource } from '../manifest.ts';
import { unpackWheel } from './packages.ts';

const version = '1.0.0';

/** Institutions licensed by the Central Bank of Nigeria, with their codes. */
export const naijaDataSource: ManifestSource = {
  name: `naija-data ${version} by Akanji Oluwaseun Gabriel`,
  licence: 'CC-BY-4.0',
  as_of: '2026-10-16',
  url: 'https://github.com/asgatcreation/naija-data',
};

/** An institution in the package. */
export interface NaijaBank {
  id: string;
  name: string;
  short_name: string | null;
  type:
    | 'commercial'
    | 'merchant'
    | 'non_interest'
    | 'payment_service_bank'
    | 'mobile_money_operator'
    | 'microfinance'
    | 'mortgage'
    | 'development_finance';
  /** 3 digits for banks, 5 for other financial institutions. */
  cbn_code: string | null;
  nip_code: string | null;
  status: 'active' | 'merged' | 'licence_revoked';
  /** `id` of the institution that took it over. */
  merged_into: string | null;
}

export function naijaBanks(): NaijaBank[] {
  const file = join(unpackWheel('naija-data', version), 'naija_data', '_data', 'banks.json');
  return JSON.parse(readFileSync(file, 'utf8')) as NaijaBank[];
}
