import { type CodeParts, splitBankCode } from '../branch-part.ts';
import type { IdentifyData } from '../data/tables.ts';
import {
  matchNationalBank,
  matchNationalBranch,
  nationalBanks,
  type NationalPlan,
} from '../national-banks.ts';
import { defineRail, type Reference } from '../rail.ts';

type KenyanBank = Reference & CodeParts;

const plan: NationalPlan = { scheme: () => 'kba', country: () => 'KE' };

/** Banks of Kenya by their codes of the Kenya Bankers Association. */
export function kenyanBanks(data: IdentifyData) {
  return nationalBanks(data.ke_bank, plan);
}

/**
 * Kenya: bank codes of two digits, or five with those of the branch. They have no check digits, and lengths of account
 * numbers are not published. A branch is identified by its code only.
 */
export const keBank = defineRail<KenyanBank>({
  rail: 'ke_bank',
  parse: (request) => {
    const parts = splitBankCode(request, { bank: 2, branch: 3 });
    return 'malformed' in parts ? parts : { ...parts, value: parts.bank + parts.branch, country: 'KE' };
  },
  resolve: ({ bank, branch }, { data }) => {
    const found = kenyanBanks(data).get(bank);
    return branch === '' ? matchNationalBank(found) : matchNationalBranch(found, { code: branch }, 'exact');
  },
});
