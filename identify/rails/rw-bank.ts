import type { IdentifyData } from '../data/tables.ts';
import { matchNationalBank, nationalBanks, type NationalPlan } from '../national-banks.ts';
import { defineRail, type Reference } from '../rail.ts';
import { wrongDigits } from '../reference-faults.ts';

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
    const value = request.bank_code ?? '';
    const branch = request.branch_code ?? '';
    return (
      wrongDigits('bank_code', value, [3]) ??
      wrongDigits('branch_code', branch, [0, 1, 2, 3, 4, 5]) ?? { value, branch, country: 'RW' }
    );
  },
  resolve: ({ value, branch }, { data }) =>
    matchNationalBank(rwandanBanks(data).get(value), branch === '' ? undefined : { code: branch }),
});
