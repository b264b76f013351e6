import type { CallReceipt } from '#contract/audit.ts';
import { Via } from '#contract/credential.ts';
import { defined } from '#contract/defined.ts';
import { isSameActor } from '#contract/same-actor.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { AuditEntryDocument } from '#store/documents/audit.ts';

/** The entries of the decisions that counted when a call was sent. */
export function standingDecisions(entries: readonly AuditEntryDocument[]): AuditEntryDocument[] {
  return decided(entries).filter((decision) => endOf(decision, entries) === undefined);
}

/**
 * What a receipt says of the decisions on a call: those that counted when it was sent, and apart from them the approvals that were
 * taken back or had lapsed by then.
 * @param entries all that the log tells of the call, in order
 */
export function decisionsIn(
  entries: readonly AuditEntryDocument[],
  seesCredentials: boolean,
): Pick<CallReceipt, 'decisions' | 'earlier_decisions'> {
  const ended = decided(entries).flatMap((decision) => {
    const end = endOf(decision, entries);
    return end === undefined ? [] : [{ ...toDecision(decision, seesCredentials), ...toEnd(end) }];
  });
  return {
    decisions: standingDecisions(entries).map((entry) => toDecision(entry, seesCredentials)),
    ...(ended.length === 0 ? {} : { earlier_decisions: ended }),
  };
}

function decided(entries: readonly AuditEntryDocument[]): AuditEntryDocument[] {
  return entries.filter(({ type }) => type === 'call.decided');
}

/** The entry that says that an approval no longer counts. It names when that was given: clocks may be apart. */
function endOf(
  { actor, at, details }: AuditEntryDocument,
  entries: readonly AuditEntryDocument[],
): AuditEntryDocument | undefined {
  if (details?.['decision'] !== 'approve') return undefined;
  const given = toTimestamp(at);
  // An erasure takes the name from both.
  const isOfActor = (other: string | undefined) =>
    actor === undefined || other === undefined ? actor === other : isSameActor(actor, other);
  return entries.find((entry) => {
    const ends = entry.details?.['given_at'];
    return entry.type === 'call.approval_withdrawn'
      ? ends === given && isOfActor(entry.actor)
      : entry.type === 'call.approval_lapsed' && Array.isArray(ends) && ends.includes(given);
  });
}

function toEnd({ type, at, details, hash = '', seq = 0 }: AuditEntryDocument) {
  const when = toTimestamp(at);
  const why = details?.['reason'];
  return {
    ...(type === 'call.approval_withdrawn' ? { withdrawn_at: when } : { lapsed_at: when }),
    ...(typeof why === 'string' ? { lapsed_because: why } : {}),
    ended: { seq, hash },
  };
}

function toDecision(
  { actor, at, credential, details, hash = '', seq = 0 }: AuditEntryDocument,
  seesCredentials: boolean,
) {
  const via = Via.safeParse(details?.['via']).data;
  return {
    ...defined({ actor, via, credential: seesCredentials ? credential : undefined }),
    decision: String(details?.['decision']),
    at: toTimestamp(at),
    audit: { seq, hash },
  };
}
