import { canonicalJson } from '#contract/canonical-json.ts';
import { defined } from '#contract/defined.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';
import { toJsonText } from '#contract/json-text.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { actorKey } from '#contract/same-actor.ts';
import type { AppliedGate, GroupMembership } from '../../documents/applied-gate.ts';
import type { LoadedRun, PauseDocument } from '../../documents/run.ts';
import type { DecisionDocument, ToolCallDocument } from '../../documents/tool-call.ts';
import type { Input } from '../inputs.ts';
import { withEnds } from '../ends.ts';
import { withLasting } from '../lasting-calls.ts';
import { pauseForCall } from '../pause-for-call.ts';
import { by, storedDetail } from '../report.ts';
import { resolveCall, startedEvent } from '../resolve-call.ts';
import { resumesToMake } from '../resumes.ts';
import type { Step } from '../step.ts';
import type { RuleContext } from '../stored.ts';
import { leadToSame } from './accounts.ts';
import { notBefore } from './cooling.ts';
import { checkDigest, hasDecided, heldCall, unknownConfirmation } from './decide.ts';
import { digestOfDocument, documentOf, type StoredDigest, storedDigest } from './digest.ts';
import { holdingGateOf, plainGate } from './gate-of-call.ts';
import { approvalsOf, pauseWith } from './held-pause.ts';
import { asReviser } from './known-by.ts';
import { gateProgressOf, mayApprove, stageFor, type StageOfApproval } from './may-approve.ts';
import { approvalsRequired } from './progress.ts';
import { withStageClock } from './stage-clock.ts';
import { checkKnown, earlierOf } from './turned-down.ts';
import { type WaitingCall, waitingCall } from './waiting-call.ts';

type Revision = Extract<Input, { type: 'revision' }>;

/** Maximum number of revisions of one turn's calls: all of them are read with each step, and shown to the model. */
const mostRevisions = 20;

/**
 * Somebody who may approve a held call corrects its arguments instead. The call is declined, and another one with the new
 * arguments takes its place at the gate, in the same pause and without the approvals of the first. The revision is its first
 * approval if its gate accepts one of that actor, who has been shown all that is decided on; it is made at once if that is
 * enough, or nothing holds it. Where the makers of a call may not approve it, a revision is no approval: its actor is one.
 * @returns nothing if this repeats the request
 * @throws {ServiceError} as for a decision, and `denied_by_policy`
 * @throws {TurnedDownSinceError} if calls of the thread were turned down after the new arguments were judged
 */
export function revise(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  input: Revision,
  context: RuleContext,
): Step | undefined {
  if (call !== undefined && hasDecided(call, input)) return undefined;
  const { call: first, pause, membership } = checkRevision(stored, call, input);
  const mayRevise = membership === undefined ? [] : [membership];
  const { gate, turned_down_known } = input.revised;
  checkKnown(stored.thread, turned_down_known);
  if (gate.verdict === 'deny') throw new ServiceError('denied_by_policy', gate.message);
  const declined = decline(pause, first, input, context);
  const next = successor(stored, first, input, gate, context);
  if (gate.verdict === 'allow') {
    return {
      memberships: mayRevise,
      ...resumesToMake(stored, first._id),
      calls: [declined.change],
      newCalls: [next],
      events: [declined.event, startedEvent(next)],
    };
  }
  // Once, because a digest looks at all of the arguments.
  const waiting = waitingCall(next);
  const document = documentOf(waiting, context);
  const found = wasShown(first, next) ? stageFor(stored.run, gateProgressOf(next), input) : undefined;
  const counts = found === undefined || 'refusal' in found ? undefined : found;
  const counted = counts?.membership === undefined ? [] : [counts.membership];
  const memberships = [...mayRevise, ...counted.filter(({ group }) => group !== membership?.group)];
  const digest = storedDigest(digestOfDocument(document), next, context);
  const approval = counts && approvalOf(digest, input, counts, context);
  const isApproved = approval !== undefined && approvalsRequired(gate) === 1;
  const not_before = isApproved ? notBefore(next, pause, [approval], context.now) : undefined;
  if (isApproved && not_before === undefined) {
    return {
      memberships,
      ...resumesToMake(stored, first._id),
      calls: [declined.change],
      newCalls: [{ ...next, decision: approval }],
      events: [declined.event, startedEvent(next)],
    };
  }
  const held = takePlace(stored, waiting, { pause, approval, not_before, document }, context);
  return {
    by: 'client',
    memberships,
    calls: [declined.change],
    ...held,
    events: [declined.event, ...held.events],
  };
}

/**
 * Checks a revision before its arguments.
 * @returns the held call, and the membership on which the right to revise it depends
 * @throws {ServiceError} as for a decision, and `invalid_request` after too many revisions
 */
export function checkRevision(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  revision: Pick<Revision, 'digest' | 'actor' | 'via' | 'memberships' | 'has_passkey'>,
): {
  call: ToolCallDocument;
  pause: PauseDocument<'confirmation'>;
  membership?: GroupMembership | undefined;
} {
  const held = heldCall(stored, call, {});
  // It is approved: it can be withdrawn or rejected, but not corrected any more.
  if (held.call.not_before !== undefined) throw unknownConfirmation();
  checkDigest(held.pause, revision, holdingGateOf(held.call).require_digest === true);
  const { actor, memberships } = revision;
  const reviser = { actor, memberships, ...asReviser(revision) };
  const { membership } = mayApprove(stored.run, gateProgressOf(held.call), reviser);
  if (stored.calls.filter(({ revised_from }) => revised_from !== undefined).length >= mostRevisions) {
    throw invalidField(
      'tool_call_id',
      `was revised ${mostRevisions} times: approve or reject it`,
      'too_many_revisions',
    );
  }
  return { ...held, membership };
}

/** The person who revises a call declines the first one. */
function decline(
  held: Pick<PauseDocument, 'digest' | 'sealed_by'>,
  call: ToolCallDocument,
  input: Revision,
  { now }: RuleContext,
): ReturnType<typeof resolveCall> {
  const detail = { ...input.detail, revised: true };
  const decision: DecisionDocument = {
    decision: 'reject',
    ...storedDetail(detail),
    ...by(input),
    via: input.via,
    request_id: input.request_id,
    created_at: now,
    ...defined({ digest: held.digest, sealed_by: held.sealed_by }),
  };
  const result = toJsonText({ declined: true, detail });
  return resolveCall(call, { status: 'failed', result, decision }, now, 'declined');
}

/** The call that takes the place of the first: the same but for its arguments, and what follows from them. */
function successor(
  { run, calls }: LoadedRun,
  first: ToolCallDocument,
  { revised, actor, request_id }: Revision,
  gate: Exclude<AppliedGate, { verdict: 'deny' }>,
  { now }: RuleContext,
): ToolCallDocument {
  const { workspace_id, run_id, turn_seq, call_id, name, patch_ref, interaction, timeout_seconds } = first;
  const { risk, reliability, price, redact, set, reason, filled, context } = first;
  const {
    args,
    summary,
    connection,
    effect,
    accounts,
    payment,
    origins,
    earlier = [],
    turned_down_known,
    asked,
  } = revised;
  // A rejection of the successor also rejects the model's own call.
  const asked_before = [...new Set([...(first.asked_before ?? []), ...(first.asked ?? [])])];
  const next: ToolCallDocument = {
    _id: request_id,
    workspace_id,
    run_id,
    turn_seq,
    // After all calls that the model has made.
    index: Math.max(...calls.map(({ index }) => index)) + 1,
    call_id,
    name,
    patch_ref,
    interaction,
    gate: gate.verdict === 'hold' ? 'confirm' : null,
    ...(gate === plainGate ? {} : { applied_gate: gate }),
    status: 'pending',
    ...defined({ risk, reliability, price, redact, effect, filled, context, payment, origins }),
    ...(gate.verdict === 'hold' ? { summary, ...defined({ set, connection, accounts, reason }) } : {}),
    ...(asked === undefined ? {} : { asked, ...defined({ turned_down_known }) }),
    ...(asked_before.length === 0 ? {} : { asked_before }),
    ...earlierOf(earlier),
    timeout_seconds,
    args,
    revised_from: first._id,
    revised_by: [...new Set([...(first.revised_by ?? []), actorKey(actor)])],
    started_at: now,
  };
  return withLasting(next, run);
}

/**
 * Whether everything but the arguments is as the reviser was shown it: where the call would be sent, to what its account references
 * lead, what it repeats, if it does, and what of the same was turned down before. Who was shown something else has approved nothing yet.
 */
function wasShown(first: ToolCallDocument, next: ToolCallDocument): boolean {
  const host = ({ connection }: ToolCallDocument) => [
    connection?.id,
    connection?.name,
    connection?.configuration,
  ];
  const before = host(first);
  const repeated = next.effect?.repeats?.tool_call_id;
  return (
    host(next).every((part, index) => part === before[index]) &&
    leadToSame(next, first.accounts) &&
    canonicalJson(next.payment?.payee ?? null) === canonicalJson(first.payment?.payee ?? null) &&
    next.rejected_before?.tool_call_id === first.rejected_before?.tool_call_id &&
    next.expired_before?.tool_call_id === first.expired_before?.tool_call_id &&
    (repeated === undefined || repeated === first.effect?.repeats?.tool_call_id)
  );
}

function approvalOf(
  digest: StoredDigest,
  input: Revision,
  { stage }: StageOfApproval,
  context: RuleContext,
): DecisionDocument {
  return {
    decision: 'approve',
    ...by(input),
    via: input.via,
    request_id: input.request_id,
    created_at: context.now,
    ...digest,
    ...(stage === 0 ? {} : { stage }),
  };
}

/** The part of the step in which the new call is held where the first one was, for as long as that would have been. */
function takePlace(
  stored: LoadedRun,
  waiting: WaitingCall,
  {
    pause,
    approval,
    not_before,
    document,
  }: {
    pause: PauseDocument;
    approval: DecisionDocument | undefined;
    not_before: Date | undefined;
    document: string;
  },
  context: RuleContext,
): Required<Pick<Step, 'newCalls' | 'events' | 'pauses'>> & Pick<Step, 'tell'> {
  const next = waiting.call;
  const shown = withStageClock(next, context.now);
  const held = pauseForCall(
    stored.run,
    { ...waiting, call: shown },
    pause.ttl_seconds,
    context,
    pause,
    document,
  );
  const pauses = withEnds(
    (stored.run.pauses ?? []).map((each) => (each.tool_call_id === pause.tool_call_id ? held.pause : each)),
  );
  // The workflow waits by the clock of the first call.
  const isTimed = shown.stage_clock !== undefined || pause.wake_at !== undefined || not_before !== undefined;
  const tells = isTimed ? { tell: { kind: 'look' as const } } : {};
  if (approval === undefined) {
    return { newCalls: [shown], events: held.events, pauses, ...tells };
  }
  const approved = withStageClock(
    { ...next, approvals: [approval], ...defined({ not_before }) },
    context.now,
  );
  const approvals = approvalsOf(approved, held.pause.excluded);
  const { actor, decision } = approval;
  const shownWait = not_before === undefined ? {} : { not_before: toTimestamp(not_before) };
  return {
    newCalls: [approved],
    ...tells,
    events: [
      ...held.events,
      {
        type: 'write.approval_recorded',
        data: { tool_call_id: next._id, actor, decision, approvals, ...shownWait },
      },
    ],
    ...pauseWith({ run: { ...stored.run, pauses } }, approved),
  };
}
