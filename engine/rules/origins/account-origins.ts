import type { OriginName, ValueOrigin } from '#contract/origins.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';

/** A call, and where the account of its payment comes from. */
type Held = Pick<ToolCallDocument, 'payment' | 'origins'>;

/** The origins that vouch for a value: somebody other than the writer of untrusted content has named it. */
const vouching: readonly OriginName[] = ['subject', 'context', 'approver', 'instructions', 'trusted'];

/** Whether only untrusted content named a part of the payee's account. */
export function isOnlyUntrusted(held: Held): boolean {
  return unvouched(held).some(({ from }) => from.includes('untrusted'));
}

/** A note for approvers if a part of the payee's account was seen nowhere. */
export function accountNotes(held: Held): string[] {
  return unvouched(held).some(({ from }) => from.includes('nowhere')) ? [seenNowhere] : [];
}

const seenNowhere = 'The account was seen nowhere: the agent made it up or computed it.';

/** The parts of the account for which no origin vouches. */
function unvouched({ payment, origins }: Held): ValueOrigin[] {
  if (payment === undefined || origins === undefined) return [];
  const { rail: _, country: __, ...references } = payment.declared.payee.account;
  const places = new Set(Object.values(references));
  return origins.filter(
    ({ path, from }) => places.has(path) && !from.some((name) => vouching.includes(name)),
  );
}
