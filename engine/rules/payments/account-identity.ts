import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import { railFields } from '#contract/rail.ts';

/** The parts of a result by which an account is recognized. */
type Identified = Pick<IdentifyResult, 'rail' | 'reference' | 'account' | 'institution'>;

const union = new Set(railFields.ci_bank.countries);

/**
 * The parts that name an account, the same for all references to it (payment.payee): a British IBAN is its sort code and number, an
 * IBAN of the West African monetary union the account in it, and an IBAN beside a BIC or the code of a bank is that IBAN.
 * @param given the code of the bank, as it was asked for
 */
export function accountIdentity(
  { rail, reference, account, institution }: Identified,
  given: Pick<IdentifyRequest, 'bank_code'> = {},
): string[] {
  const { number = '', bank_code, branch_code, account_number, check_digits } = account ?? {};
  switch (rail) {
    case 'iban':
      return identityOfIban(reference);
    case 'swift':
      return isIban(number) ? identityOfIban(number) : [rail, reference.slice(0, 8), number];
    case 'eg_bank':
      return isIban(number) ? identityOfIban(number) : [rail, reference, number];
    case 'sort_code':
      return ['GB', bank_code ?? reference, number];
    case 'ci_bank':
      return check_digits === undefined
        ? [rail, reference, branch_code ?? '', number]
        : [rail, [bank_code, branch_code, account_number, check_digits].join('')];
    case 'nuban':
      return [rail, reference, institution?.id ?? given.bank_code ?? ''];
    default:
      return [rail, reference, number];
  }
}

function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text);
}

function identityOfIban(iban: string): string[] {
  const [, sortCode, number] = /^GB\d\d[A-Z]{4}(\d{6})(\d{8})$/.exec(iban) ?? [];
  if (sortCode !== undefined && number !== undefined) return ['GB', sortCode, number];
  return union.has(iban.slice(0, 2)) ? ['ci_bank', iban.slice(4)] : ['iban', iban];
}
