import type { UnformattedAccount } from '../account-format.ts';
import { mod97 } from '../bban.ts';
import { egyptianBanks } from '../egyptian-banks.ts';
import { matchNationalBank } from '../national-banks.ts';
import { defineRail, malformed, type Reference } from '../rail.ts';
import { wrongDigits, wrongLength } from '../reference-faults.ts';

interface EgyptianBank extends Reference {
  bank: string;
  branch: string;
}

/** An Egyptian IBAN: four digits of the bank, four of the branch, seventeen of the account. */
const ibanPattern = /^EG\d{2}(\d{4})(\d{4})\d{17}$/;

/**
 * Egypt: bank codes of four digits as in IBANs, or a whole IBAN, whose check digits are then the reference's. An
 * account number is checked if it is an IBAN: by its check digits, and by its bank.
 */
export const egBank = defineRail<EgyptianBank>({
  rail: 'eg_bank',
  parse: (request) => {
    const value = request.bank_code ?? '';
    const given = request.branch_code ?? '';
    const [, inIban, branchInIban = ''] = ibanPattern.exec(value) ?? [];
    const bank = inIban ?? value;
    const fault =
      (value.startsWith('EG')
        ? wrongLength('bank_code', value, [29], { of: ' as an Egyptian IBAN' })
        : undefined) ??
      wrongDigits('bank_code', bank, [4]) ??
      (given === '' ? undefined : wrongDigits('branch_code', given, [4]));
    if (fault !== undefined) return fault;
    if (given !== '' && branchInIban !== '' && given !== branchInIban) {
      return malformed('branch_code', 'is not the branch in the IBAN');
    }
    return { value, bank, branch: given || branchInIban, country: 'EG' };
  },
  checkDigits: ({ value, bank }) => value === bank || mod97(value),
  resolve: ({ bank, branch }, { data }) =>
    matchNationalBank(egyptianBanks(data).get(bank), branch === '' ? undefined : { code: branch }),
  checkAccount: ({ bank }, number): UnformattedAccount => {
    const [, inIban] = ibanPattern.exec(number) ?? [];
    if (inIban === undefined) return { number, check: 'none' };
    return { number, valid: inIban === bank && mod97(number), check: 'checksum', ...partsOf(number) };
  },
  ownAccount: ({ value, bank }) =>
    value === bank ? undefined : { number: value, valid: mod97(value), check: 'checksum', ...partsOf(value) },
});

function partsOf(iban: string) {
  return {
    bank_code: iban.slice(4, 8),
    branch_code: iban.slice(8, 12),
    account_number: iban.slice(12),
    check_digits: iban.slice(2, 4),
  };
}
