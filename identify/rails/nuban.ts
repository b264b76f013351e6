import type { UnformattedAccount } from '../account-format.ts';
import type { IdentifyData } from '../data/tables.ts';
import { matchNationalBank, type NationalBank } from '../national-banks.ts';
import { nigerianBanks } from '../nigerian-banks.ts';
import { candidatesOf } from '../nuban-candidates.ts';
import { nubanHolds } from '../nuban-check.ts';
import type { Match, Miss } from '../match.ts';
import { defineRail, type Reference } from '../rail.ts';
import { wrongDigits } from '../reference-faults.ts';

interface Nuban extends Reference {
  /** Empty if none is given. */
  bank: string;
}

/**
 * Nigeria: account numbers of ten digits. The last one is a check digit, which also depends on the bank's code. A bank
 * code has three digits (banks) or five (others), from the central bank; six digits are the code on NIP, or `9` and the
 * five.
 *
 * Wallets (OPay, PalmPay, Moniepoint, Paga) use the holder's phone number, which has no check digit: `none`. Without a
 * bank code, the check digit leaves about one institution in ten. These are the candidates, together with wallets if
 * the number is a phone number.
 */
export const nuban = defineRail<Nuban>({
  rail: 'nuban',
  parse: (request) => {
    const value = request.account_number ?? '';
    const bank = request.bank_code ?? '';
    return (
      wrongDigits('account_number', value, [10]) ??
      (bank === '' ? undefined : wrongDigits('bank_code', bank, [3, 5, 6])) ?? { value, bank, country: 'NG' }
    );
  },
  checkDigits: ({ value, bank }, { data }) => bank === '' || check(value, bank, data) !== false,
  resolve: ({ value, bank }, { data }) =>
    bank === '' ? resolveCandidates(value, data) : matchNationalBank(bankOf(bank, data)),
  checkAccount: ({ value, bank }, number, { data }): UnformattedAccount => {
    const valid = bank === '' ? onlyCandidate(value, data) : check(value, bank, data);
    return valid === undefined ? { number, check: 'none' } : { number, valid, check: 'checksum' };
  },
});

function bankOf(code: string, data: IdentifyData): NationalBank | undefined {
  const banks = nigerianBanks(data);
  return banks.get(code) ?? (/^9\d{5}$/.test(code) ? banks.get(code.slice(1)) : undefined);
}

/** Whether the check digit is right; undefined if the institution has none, or its code is unknown. */
function check(account: string, code: string, data: IdentifyData): boolean | undefined {
  const bank = bankOf(code, data);
  if (bank === undefined) return code.length === 6 ? undefined : nubanHolds(code, account);
  const [, checkedAs] = bank.account.split(':');
  return checkedAs === undefined ? undefined : nubanHolds(checkedAs, account);
}

function resolveCandidates(account: string, data: IdentifyData): Match | Miss {
  const [first, ...others] = candidatesOf(account, nigerianBanks(data));
  const confidence = 'candidates';
  if (first === undefined) return { result: 'not_found', reason: 'bad_checksum' };
  if (others.length === 0) return { ...matchNationalBank(first), confidence };
  const candidates = [first, ...others].map(({ institution }) => institution);
  return { result: 'not_found', reason: 'ambiguous', candidates, confidence, source: first.source };
}

/** True if the check digit leaves only one institution. */
function onlyCandidate(account: string, data: IdentifyData): true | undefined {
  const [first, ...others] = candidatesOf(account, nigerianBanks(data));
  return first !== undefined && others.length === 0 && first.account !== 'phone' ? true : undefined;
}
