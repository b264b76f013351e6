import type { IdentifyData } from './data/tables.ts';
import { nationalBanks, type NationalPlan } from './national-banks.ts';

const plan: NationalPlan = {
  scheme: (code) => (code.length === 6 ? 'nip' : 'cbn'),
  country: () => 'NG',
};

/** Institutions of Nigeria by their codes. */
export function nigerianBanks(data: IdentifyData) {
  return nationalBanks(data.nuban, plan);
}
