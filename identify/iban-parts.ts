import type { IdentifyData } from './data/tables.ts';
import { slice } from './bban.ts';

/** The parts of an IBAN: the codes of bank and branch, the account number, and the two check digits after the country. */
export interface AccountParts {
  bank_code: string;
  branch_code?: string;
  account_number: string;
  check_digits: string;
}

/**
 * Positions where the registry counts more as the account than its number: the branch, and national check digits, which are two
 * digits before it (ES) or behind it.
 */
const narrower: Readonly<Record<string, { branch?: string; account: string }>> = {
  BI: { account: '10-21' },
  DJ: { account: '10-21' },
  ES: { account: '10-20' },
  FR: { branch: '5-10', account: '10-21' },
  MC: { branch: '5-10', account: '10-21' },
  MR: { account: '10-21' },
  PT: { branch: '4-8', account: '8-19' },
  TL: { account: '3-17' },
  TN: { account: '5-18' },
};

type Structure = NonNullable<ReturnType<IdentifyData['iban_country']['find']>>;

/** The parts of an IBAN that has the structure of its country. */
export function accountParts(iban: string, structure: Structure): AccountParts {
  const bban = iban.slice(4);
  const own = narrower[structure.country];
  const branch = slice(bban, own?.branch ?? structure.branch);
  return {
    bank_code: slice(bban, structure.bank),
    ...(branch === '' ? {} : { branch_code: branch }),
    account_number: slice(bban, own?.account ?? structure.account),
    check_digits: iban.slice(2, 4),
  };
}
