import type { UnformattedAccount } from '../account-format.ts';
import { railFields } from '#contract/rail.ts';
import { mod97 } from '../bban.ts';
import type { IdentifyData } from '../data/tables.ts';
import { matchNationalBank, nationalBanks, type NationalPlan } from '../national-banks.ts';
import { defineRail, malformed, type Reference } from '../rail.ts';
import { wrongDigits, wrongLength } from '../reference-faults.ts';
import { readRib, type Rib, ribKeyHolds } from '../rib.ts';

interface UnionBank extends Reference {
  country: string;
  /** Country and three digits. */
  bank: string;
  branch: string;
  /** The account, if the reference is one. */
  rib?: Rib;
}

const countries = new Set(railFields.ci_bank.countries);
const plan: NationalPlan = { scheme: () => 'bceao', country: (code) => code.slice(0, 2) };

/** Before 2010 a bank had one letter and four digits. For each letter, an account of that country is known. */
const formerLetters: Readonly<Record<string, string>> = { A: 'CI', B: 'BJ', D: 'ML', K: 'SN' };

/** Banks of the union by their codes. */
export function unionBanks(data: IdentifyData) {
  return nationalBanks(data.ci_bank, plan);
}

/**
 * Côte d'Ivoire and the other countries of the West African monetary union, which share one scheme of bank codes: the
 * country and three digits (`CI008`; or the digits alone with `country`, which defaults to CI), or a whole account
 * (RIB) of 24 characters, also as an IBAN, whose key is then the reference's. An account number is checked by its key:
 * 24 characters, or the 14 after bank and branch.
 */
export const ciBank = defineRail<UnionBank>({
  rail: 'ci_bank',
  parse: (request) => {
    const value = request.bank_code ?? '';
    const given = request.branch_code ?? '';
    const rib = readRib(bbanOf(value));
    const bank = readBank(rib?.bank ?? value, request.country);
    if (bank === undefined) {
      const form = 'must be a country of the union and 3 digits, or an account of 24 characters';
      return wrongLength('bank_code', value, [3, 5, 24, 28]) ?? malformed('bank_code', form, 'bad_character');
    }
    const country = bank.slice(0, 2);
    if (request.country !== undefined && request.country !== country) {
      return malformed('country', 'is not the country of the bank code');
    }
    const fault = given === '' ? undefined : wrongDigits('branch_code', given, [5]);
    if (fault !== undefined) return fault;
    if (given !== '' && rib !== undefined && given !== rib.branch) {
      return malformed('branch_code', 'is not the branch in the account');
    }
    const branch = rib?.branch ?? given;
    return rib === undefined ? { value: bank, bank, branch, country } : { value, bank, branch, country, rib };
  },
  checkDigits: ({ value, rib }) => rib === undefined || (ribKeyHolds(rib) && ibanHolds(value)),
  resolve: ({ bank, branch }, { data }) =>
    matchNationalBank(unionBanks(data).get(bank), branch === '' ? undefined : { code: branch }),
  checkAccount: checkUnionAccount,
  ownAccount: (reference) =>
    reference.rib === undefined ? undefined : checkUnionAccount(reference, reference.value),
});

/** An IBAN of the union consists of the country, two check digits and the account. */
function bbanOf(value: string): string {
  return value.length === 28 ? value.slice(4) : value;
}

function ibanHolds(value: string): boolean {
  return value.length !== 28 || mod97(value);
}

/** The code in its current form. Undefined if it is not one. */
function readBank(code: string, country = 'CI'): string | undefined {
  if (/^\d{3}$/.test(code)) return country + code;
  const former = /^[A-Z]0\d{3}$/.test(code) ? formerLetters[code.charAt(0)] : undefined;
  const bank = former === undefined ? code : former + code.slice(2);
  return /^[A-Z]{2}\d{3}$/.test(bank) && countries.has(bank.slice(0, 2)) ? bank : undefined;
}

function checkUnionAccount({ bank, branch }: UnionBank, number: string): UnformattedAccount {
  const isTail = number.length === 14 && branch !== '';
  const rib = readRib(isTail ? bank + branch + number : bbanOf(number));
  if (rib === undefined) return { number, valid: /^[A-Z0-9]{12}$/.test(number), check: 'length' };
  const valid =
    ribKeyHolds(rib) &&
    ibanHolds(number) &&
    readBank(rib.bank) === bank &&
    (branch === '' || rib.branch === branch);
  const { bank: bank_code, branch: branch_code, account: account_number, key: check_digits } = rib;
  const formatted = [bank_code, branch_code, account_number, check_digits].join(' ');
  return {
    number,
    valid,
    check: 'checksum',
    ...(number.length === 28 ? {} : { formatted }),
    bank_code,
    branch_code,
    account_number,
    check_digits,
  };
}
