import { type CodeParts, splitBankCode } from '../branch-part.ts';
import { checkLength, matchNationalBank, nationalBanks, type NationalPlan } from '../national-banks.ts';
import { defineRail, type Reference } from '../rail.ts';
import type { IdentifyData } from '../data/tables.ts';

type GhanaianBank = Reference & CodeParts;

const plan: NationalPlan = { scheme: () => 'ghipss', country: () => 'GH' };
const headOffice = '0100';

/** Banks of Ghana by their GhIPSS codes. */
export function ghanaianBanks(data: IdentifyData) {
  return nationalBanks(data.gh_bank, plan);
}

/**
 * Ghana: GhIPSS codes of six digits, two of the bank and four of the branch (`0100` is the head office), or the bank's
 * two alone. They have no check digits. For branches, only the bank is known: `prefix`. Account numbers are checked by
 * the bank's lengths.
 */
export const ghBank = defineRail<GhanaianBank>({
  rail: 'gh_bank',
  parse: (request) => {
    const parts = splitBankCode(request, { bank: 2, branch: 4 });
    return 'malformed' in parts ? parts : { ...parts, value: parts.bank + parts.branch, country: 'GH' };
  },
  resolve: ({ bank, branch }, { data }) => {
    const found = ghanaianBanks(data).get(bank + headOffice);
    return branch === '' || branch === headOffice
      ? matchNationalBank(found)
      : matchNationalBank(found, { code: branch }, 'prefix');
  },
  checkAccount: ({ bank }, number, { data }) =>
    checkLength(ghanaianBanks(data).get(bank + headOffice), number),
});
