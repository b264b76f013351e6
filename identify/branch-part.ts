import { type Malformed, malformed } from './rail.ts';
import { wrongDigits } from './reference-faults.ts';

/** A bank code in two parts. The branch is empty if none is given. */
export interface CodeParts {
  bank: string;
  branch: string;
}

/**
 * Splits a bank code that may include the branch, which may also be given separately. Both may be given if they agree.
 * @param lengths digits of the bank, and of the branch
 */
export function splitBankCode(
  { bank_code, branch_code }: { bank_code?: string | undefined; branch_code?: string | undefined },
  lengths: { bank: number; branch: number },
): CodeParts | Malformed {
  const code = bank_code ?? '';
  const given = branch_code ?? '';
  const { bank, branch } = lengths;
  const fault =
    wrongDigits('bank_code', code, [bank, bank + branch]) ??
    (given === '' ? undefined : wrongDigits('branch_code', given, [branch]));
  if (fault !== undefined) return fault;
  const held = code.slice(bank);
  if (held !== '' && given !== '' && held !== given) {
    return malformed('branch_code', 'is not the branch in the bank code');
  }
  return { bank: code.slice(0, bank), branch: held === '' ? given : held };
}
