import type { IdentifyData } from './data/tables.ts';
import { nationalBanks, type NationalPlan } from './national-banks.ts';

const plan: NationalPlan = { scheme: () => 'bank_code', country: () => 'EG' };

/** Banks of Egypt by the bank part of their IBANs. */
export function egyptianBanks(data: IdentifyData) {
  return nationalBanks(data.eg_bank, plan);
}
