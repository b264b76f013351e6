import type { IdentifyData } from '../data/tables.ts';
import { matchNationalBank, nationalBanks, type NationalPlan } from '../national-banks.ts';
import { normalize } from '../normalize.ts';
import { defineRail, malformed, type Reference } from '../rail.ts';

interface RwandanBank extends Reference {
  branch: string;
}

const plan: NationalPlan = { scheme: () => 'bnr', country: () => 'RW' };

/** Banks of Rwanda by their codes. */
export function rwandanBanks(data: IdentifyData) {
  return nationalBanks(data.rw_bank, plan);
}

/** Rwanda: bank codes of three digits, without check digits. Lengths of account numbers are not published. */
export const rwBank = defineRail<RwandanBank>({
  rail: 'rw_bank',
  parse: (request) => {
    const value = normalize(request.bank_code ?? '');
    const branch = normalize(request.branch_code ?? '');
    if (!/^\d{3}$/.test(value)) return malformed('bank_code', 'must have 3 digits');
    if (!/^\d{0,5}$/.test(branch)) return malformed('branch_code', 'must have up to 5 digits');
    return { value, branch, country: 'RW' };
  },
  resolve: ({ value, branch }, { data }) =>
    matchNationalBank(rwandanBanks(data).get(value), branch === '' ? undefined : { code: branch }),
});
