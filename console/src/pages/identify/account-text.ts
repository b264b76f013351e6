import type { IdentifyResult } from '../../api/schema.ts';

type Answer = IdentifyResult;

/** The account of an answer, and whether it can exist. */
export function accountText({ formatted, valid, check }: NonNullable<Answer['account']>): string {
  const validity = valid === undefined ? 'not checked' : valid ? 'can exist' : 'cannot exist';
  return `${formatted}: ${validity}${check === 'none' ? '' : ` (by its ${check})`}`;
}

/** The schemes in which banks say whether a name fits an account. */
const schemes = { vop: 'Verification of Payee', cop: 'Confirmation of Payee' } as const;

/** Where the bank is asked whether a name fits the account. */
export function nameCheckText({ scheme, reachable }: NonNullable<Answer['verification']>): string {
  return `${schemes[scheme]}: ${reachable === 'yes' ? 'the bank answers' : 'not known whether the bank answers'}`;
}
