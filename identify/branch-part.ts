import { normalize } from './normalize.ts';
import { type Malformed, malformed } from './rail.ts';

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
  const code = normalize(bank_code ?? '');
  const given = normalize(branch_code ?? '');
  const { bank, branch } = lengths;
  if (!/^\d+$/.test(code) || (code.length !== bank && code.length !== bank + branch)) {
    return malformed('bank_code', `must have ${bank} digits, or ${bank + branch} with those of the branch`);
  }
  if (given !== '' && (!/^\d+$/.test(given) || given.length !== branch)) {
    return malformed('branch_code', `must have ${branch} digits`);
  }
  const held = code.slice(bank);
  if (held !== '' && given !== '' && held !== given) {
    return malformed('branch_code', 'is not the branch in the bank code');
  }
  return { bank: code.slice(0, bank), branch: held === '' ? given : held };
}
