import type { CallReceipt } from '#contract/audit.ts';
import { RequestViaName, Via } from '#contract/credential.ts';
import { defined } from '#contract/defined.ts';
import { DecisionId } from '#contract/ids.ts';
import { isSameActor } from '#contract/same-actor.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { AuditEntryDocument } from '#store/documents/audit.ts';

/** The entries of the decisions that counted when a call was sent. */
export function standingDecisions(entries: readonly AuditEntryDocument[]): AuditEntryDocument[] {
  return decided(entries).flatMap(({ entry, end }) => (end === undefined ? [entry] : []));
}

/**
 * The decisions on a call in its receipt: those that counted when it was sent, and apart from them the approvals that
 * were withdrawn or had lapsed before.
 * @param entries all entries of the call, in order
 */
export function decisionsIn(
  entries: readonly AuditEntryDocument[],
  seesCredentials: boolean,
): Pick<CallReceipt, 'decisions' | 'earlier_decisions'> {
  const decisions: CallReceipt['decisions'] = [];
  const earlier_decisions: NonNullable<CallReceipt['earlier_decisions']> = [];
  for (const { entry, end } of decided(entries)) {
    const decision = toDecision(entry, seesCredentials);
    if (end === undefined) decisions.push(decision);
    else earlier_decisions.push({ ...decision, ...toEnd(end) });
  }
  return { decisions, ...(earlier_decisions.length === 0 ? {} : { earlier_decisions }) };
}

/** The entries of decisions, each with the one that ended it. */
function decided(
  entries: readonly AuditEntryDocument[],
): { entry: AuditEntryDocument; end: AuditEntryDocument | undefined }[] {
  return entries
    .filter(({ type }) => type === 'call.decided')
    .map((entry) => ({ entry, end: endOf(entry, entries) }));
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
  const decision_id = DecisionId.safeParse(details?.['decision_id']).data;
  return {
    ...defined({ actor, via, credential: seesCredentials ? credential : undefined }),
    ...keyIn(details, seesCredentials),
    decision: String(details?.['decision']),
    ...defined({ decision_id }),
    at: toTimestamp(at),
    audit: { seq, hash },
  };
}

/** The key of a signed decision. It is the workspace's, like the credential of the request. */
function keyIn(details: AuditEntryDocument['details'] = {}, isShown: boolean) {
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
  return {
    ...defined({ request_via: RequestViaName.safeParse(details['request_via']).data }),
    ...(isShown
      ? defined({
          passkey_id: text('passkey_id'),
          thumbprint: text('thumbprint'),
          credential_id: text('credential_id'),
          enrolled_via: Via.safeParse(details['enrolled_via']).data,
        })
      : {}),
  };
}
