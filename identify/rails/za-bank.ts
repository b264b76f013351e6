import type { CdvRow, CdvRule, DirectoryRow } from '#contract/directory.ts';
import type { UnformattedAccount } from '../account-format.ts';
import type { IdentifyData } from '../data/tables.ts';
import { checkLength, matchNationalBank, nationalBanks, type NationalPlan } from '../national-banks.ts';
import { defineRail, type Reference } from '../rail.ts';
import { wrongDigits } from '../reference-faults.ts';

interface SouthAfricanBank extends Reference {
  /** Given together with a universal code; empty if none is given. */
  branch: string;
}

const plan: NationalPlan = { scheme: () => 'branch_code', country: () => 'ZA' };
const accountLength = 11;

/** Banks of South Africa by their branch codes. */
export function southAfricanBanks(data: IdentifyData) {
  return nationalBanks(data.za_bank, plan);
}

/**
 * South Africa: branch codes of six digits, without check digits. Each bank has a universal one, which the table
 * contains. Account numbers are checked with the check digit verification table (CDV) if an operator has imported it,
 * and otherwise by the bank's lengths.
 */
export const zaBank = defineRail<SouthAfricanBank>({
  rail: 'za_bank',
  parse: (request) => {
    const value = request.bank_code ?? '';
    const branch = request.branch_code ?? '';
    return (
      wrongDigits('bank_code', value, [6]) ??
      (branch === '' ? undefined : wrongDigits('branch_code', branch, [6])) ?? {
        value,
        branch,
        country: 'ZA',
      }
    );
  },
  directoryKeys: ({ value, branch }) =>
    [branch, value].filter((key) => key !== '').map((key) => ({ directory: 'cdv', key })),
  resolve: ({ value, branch }, { data }) => {
    const banks = southAfricanBanks(data);
    const other = banks.get(branch);
    const bank = banks.get(value);
    // Codes of two banks identify neither.
    if (other !== undefined && other.institution !== bank?.institution) return matchNationalBank(undefined);
    return matchNationalBank(bank, branch === '' ? undefined : { code: branch });
  },
  checkAccount: ({ value, branch }, number, { data, rows }) =>
    checkByTable(cdvRow(rows, branch) ?? cdvRow(rows, value), number) ??
    checkLength(southAfricanBanks(data).get(value), number),
});

function cdvRow(rows: readonly DirectoryRow[], key: string): CdvRow | undefined {
  return rows.find((row) => row.directory === 'cdv' && row.key === key) as CdvRow | undefined;
}

/**
 * The account is valid if it is valid for one of the branch's account types, because the request does not say which
 * type it has. An exception changes its rule in a way that the table only names, so a failure of such a rule proves
 * nothing.
 */
function checkByTable(row: CdvRow | undefined, number: string): UnformattedAccount | undefined {
  if (row === undefined) return undefined;
  const valid = row.rules.some((rule) => holds(rule, number));
  if (!valid && row.rules.some(({ exception }) => exception !== undefined)) return { number, check: 'none' };
  return { number, valid, check: 'checksum' };
}

function holds({ weights, fudge_factor, modulus }: CdvRule, number: string): boolean {
  if (!/^\d+$/.test(number) || number.length > accountLength) return false;
  const digits = number.padStart(accountLength, '0');
  let sum = fudge_factor;
  for (let index = 0; index < accountLength; index++) sum += Number(digits[index]) * (weights[index] ?? 0);
  return sum % modulus === 0;
}
