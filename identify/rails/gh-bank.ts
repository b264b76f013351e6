import { numberPlan } from '../mobile-money.ts';
import { type CodeParts, splitBankCode } from '../branch-part.ts';
import type { Match, Miss } from '../match.ts';
import {
  checkLength,
  matchNationalBank,
  matchNationalBranch,
  nationalBanks,
  type NationalPlan,
} from '../national-banks.ts';
import { defineRail, type Reference } from '../rail.ts';
import type { IdentifyData } from '../data/tables.ts';

type GhanaianBank = Reference & CodeParts;

/** Codes of GhIPSS Instant Pay. Those of the clearing house, which begin with a bank's two digits, have the branches 01xx to 02xx. */
const instantPay = /^300[3-9]\d{2}$/;
const plan: NationalPlan = {
  scheme: (code) => (instantPay.test(code) ? 'ghipss_instant' : 'ghipss'),
  country: () => 'GH',
};
const headOffice = '0100';

/** Banks of Ghana by their codes of the clearing house and of GhIPSS Instant Pay. */
export function ghanaianBanks(data: IdentifyData) {
  return nationalBanks(data.gh_bank, plan);
}

/**
 * Ghana: codes of six digits. Those of the clearing house have two digits of the bank and four of the branch (`0100` is the head
 * office), or the bank's two alone. For branches, only the bank is known: `prefix`. Those of GhIPSS Instant Pay name a bank or a
 * wallet. There are no check digits. Account numbers are checked by the bank's lengths.
 */
export const ghBank = defineRail<GhanaianBank>({
  rail: 'gh_bank',
  parse: (request) => {
    const parts = splitBankCode(request, { bank: 2, branch: 4 });
    return 'malformed' in parts ? parts : { ...parts, value: parts.bank + parts.branch, country: 'GH' };
  },
  resolve: ({ value, bank, branch }, { data }) => {
    if (instantPay.test(value)) return resolveInstantPay(value, data);
    const found = ghanaianBanks(data).get(bank + headOffice);
    // Two digits that only a former bank had are no code of the bank that took it over.
    if (branch === headOffice || (branch === '' && found?.former === undefined))
      return matchNationalBank(found);
    return matchNationalBranch(found, { code: branch || headOffice }, 'prefix');
  },
  checkAccount: ({ value, bank }, number, { data }) =>
    checkLength(ghanaianBanks(data).get(instantPay.test(value) ? value : bank + headOffice), number),
});

function resolveInstantPay(code: string, data: IdentifyData): Match | Miss {
  return numberPlan(data).instantPay(code) ?? matchNationalBank(ghanaianBanks(data).get(code));
}
