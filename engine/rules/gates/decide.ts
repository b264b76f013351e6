import { defined } from '#contract/defined.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';
import { toJsonText } from '#contract/json-text.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { ClosingReason, LoadedRun, PauseDocument } from '../../documents/run.ts';
import type { DecisionDocument, ToolCallDocument } from '../../documents/tool-call.ts';
import type { RunEvent } from '../events.ts';
import { heldAs, pauseOf } from '../pause.ts';
import type { Input } from '../inputs.ts';
import { by, storedDetail } from '../report.ts';
import { hasStarted, resolveCall, startedEvent } from '../resolve-call.ts';
import { resumes, resumesToMake } from '../resumes.ts';
import { isSameActor } from '#contract/same-actor.ts';
import type { Step } from '../step.ts';
import type { RuleContext, UnsetField } from '../stored.ts';
import { unmade } from '../ending.ts';
import { notBefore } from './cooling.ts';
import { holdingGateOf } from './gate-of-call.ts';
import { approvalsOf, pauseWith } from './held-pause.ts';
import { knownBy } from './known-by.ts';
import { gateProgressOf, mayApprove } from './may-approve.ts';
import { approvalsRequired } from './progress.ts';
import { clockOf } from './stage-clock.ts';
import { asTurnedDown } from './turned-down.ts';

type InputOf<Type extends Input['type']> = Extract<Input, { type: Type }>;

/**
 * Somebody decides on a held call. The store serializes racing decisions: one is written, and the others are evaluated
 * again for what is then stored, and find the call resolved (invariant.decision-seen-once), or one more approval.
 * @returns nothing if this repeats the request of a decision, or its actor has approved the call already
 * @throws {ServiceError} in the order of confirm.order-of-checks: `unknown_confirmation` for a call that is resolved,
 *   `not_awaiting_confirmation`, `unknown_confirmation` for a call other than the held one, or one that was held again since
 *   the person was asked; then `stale_confirmation` for another digest, `invalid_request` for a missing one, and
 *   `forbidden_approver`
 */
export function decide(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  input: InputOf<'decision'>,
  { now }: RuleContext,
): Step | undefined {
  const { decision: verdict, detail, request_id, decision_id } = input;
  if (call !== undefined && hasDecided(call, input)) return undefined;
  const held = heldCall(stored, call, input);
  const gate = holdingGateOf(held.call);
  checkDigest(held.pause, input, gate.require_digest === true);
  const given = held.call.approvals ?? [];
  const decision: DecisionDocument = {
    decision: verdict,
    ...storedDetail(detail),
    ...by(input),
    ...knownBy(input),
    request_id,
    created_at: now,
    ...defined({ decision_id, digest: held.pause.digest, sealed_by: held.pause.sealed_by }),
  };
  if (verdict === 'reject') return rejected(stored, held.call, decision, input, now);
  if (given.some(({ actor }) => isSameActor(actor, input.actor))) return undefined;
  // All approvals are given: one more would belong to no stage.
  if (held.call.not_before !== undefined) throw unknownConfirmation();
  const { stage, membership } = mayApprove(stored.run, gateProgressOf(held.call), input);
  const approval = stage === 0 ? decision : { ...decision, stage };
  const relied = membership === undefined ? {} : { memberships: [membership] };
  const all = [...given, approval];
  if (all.length < approvalsRequired(gate)) {
    return { ...relied, ...approvalsChanged(stored, held.call, { given: all, said: approval, now }) };
  }
  const not_before = notBefore(held.call, held.pause, all, now);
  if (not_before !== undefined) {
    const change = { given: all, said: approval, set: { not_before }, now };
    return { ...relied, ...approvalsChanged(stored, held.call, change) };
  }
  // The workflow has it made, also while others of its turn are held. Until then the call stays pending.
  return {
    ...relied,
    ...resumesToMake(stored, held.call._id),
    calls: [{ before: held.call, set: { decision: approval } }],
    // It has started with its first approval, even if it was not sent in time.
    events: hasStarted(held.call) ? [] : [startedEvent(held.call)],
  };
}

/**
 * An actor takes the own approval of a call back while it is held.
 * @returns nothing if this repeats the request, or the actor has not approved the call
 * @throws {ServiceError} as for a decision
 */
export function withdraw(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  input: InputOf<'withdrawal'>,
  { now }: RuleContext,
): Step | undefined {
  const { call: held } = heldCall(stored, call, input);
  const given = held.approvals ?? [];
  const before = held.withdrawn_decisions ?? [];
  const { request_id } = input;
  // A repetition must not take an approval back that was given since.
  const isRepeated = before.some(({ withdrawn_by, actor }) =>
    isRequest({ request_id: withdrawn_by, actor }, input),
  );
  const own = given.find(({ actor }) => isSameActor(actor, input.actor));
  if (own === undefined || isRepeated) return undefined;
  const withdrawn_as = { ...by(input), via: input.via };
  const withdrawn_decisions = [
    ...before,
    { ...own, withdrawn_at: now, withdrawn_by: request_id, withdrawn_as },
  ];
  const left = given.filter((approval) => approval !== own);
  const { closing } = stored.run;
  if (closing !== undefined)
    return unmadeAtClosing(stored, held, closing, { left, withdrawn_decisions, now });
  return approvalsChanged(stored, held, {
    given: left,
    said: { actor: input.actor, decision: 'withdraw' },
    set: { withdrawn_decisions },
    now,
  });
}

/** The run closes once its approved calls are made: one that loses an approval meanwhile is not made. */
function unmadeAtClosing(
  stored: LoadedRun,
  call: ToolCallDocument,
  closing: ClosingReason,
  {
    left,
    now,
    ...set
  }: { left: DecisionDocument[]; now: Date } & Pick<ToolCallDocument, 'withdrawn_decisions'>,
): Step {
  const approval_changes = (call.approval_changes ?? 0) + 1;
  const resolution = { ...unmade(closing), ...set, approvals: left, approval_changes };
  const { change, event } = resolveCall(call, resolution, now);
  const unset = [...(change.unset ?? []), 'not_before' as const, 'frozen' as const];
  return {
    ...resumes(stored, [{ tool_call_id: call._id }]),
    calls: [{ ...change, unset }],
    events: [event],
  };
}

/** The step after which a call is still held, with other approvals. */
function approvalsChanged(
  stored: LoadedRun,
  call: ToolCallDocument,
  change: {
    given: DecisionDocument[];
    said: { actor: string; decision: string };
    set?: Partial<ToolCallDocument>;
    now: Date;
  },
): Step {
  const {
    given,
    said: { actor, decision },
    set,
    now,
  } = change;
  const stage_clock = clockOf({ ...call, approvals: given }, now);
  const { not_before: before, frozen, stage_clock: clockBefore, ...rest } = call;
  const after = { ...rest, ...set, approvals: given, ...defined({ stage_clock }) };
  const unset: UnsetField[] = [
    ...(before !== undefined && after.not_before === undefined ? ['not_before' as const] : []),
    ...(frozen === undefined ? [] : ['frozen' as const]),
    ...(clockBefore !== undefined && stage_clock === undefined ? ['stage_clock' as const] : []),
  ];
  const not_before = after.not_before && toTimestamp(after.not_before);
  const approvals = approvalsOf(after, heldAs(stored.run, call._id)?.excluded);
  const event: RunEvent = {
    type: 'write.approval_recorded',
    data: { tool_call_id: call._id, actor, decision, approvals, ...defined({ not_before }) },
  };
  const approval_changes = (call.approval_changes ?? 0) + 1;
  return {
    by: 'client',
    calls: [
      {
        before: call,
        set: { ...set, approvals: given, approval_changes, ...defined({ stage_clock }) },
        ...(unset.length === 0 ? {} : { unset }),
      },
    ],
    events: [event],
    // The workflow waits by the clock of the stage at which the call was, or for the time at which it was to be made.
    ...(stage_clock === clockBefore && before === after.not_before
      ? {}
      : { tell: { kind: 'look' as const } }),
    ...pauseWith(stored, after),
  };
}

function rejected(
  stored: LoadedRun,
  call: ToolCallDocument,
  decision: DecisionDocument,
  { detail }: InputOf<'decision'>,
  now: Date,
): Step {
  const result = toJsonText({ declined: true, ...defined({ detail }) });
  const turnedDown = asTurnedDown(call, stored, 'rejected');
  const resolution = { status: 'failed' as const, result, decision, ...turnedDown };
  const { change, event } = resolveCall(call, resolution, now, 'declined');
  return { ...resumes(stored, [{ tool_call_id: call._id }]), calls: [change], events: [event] };
}

/** A request, and who made it. */
interface ActorRequest {
  request_id?: string | undefined;
  actor: string;
}

/** Whether two requests are one: what somebody else asks for is another request, whatever its id. */
function isRequest(one: ActorRequest, { request_id, actor }: ActorRequest): boolean {
  return one.request_id === request_id && isSameActor(one.actor, actor);
}

/** Whether a request has decided on a call before. */
export function hasDecided(
  { lapsed_decisions = [], withdrawn_decisions = [], approvals = [], decision }: ToolCallDocument,
  request: { request_id: string; actor: string },
): boolean {
  const decisions = [
    ...lapsed_decisions,
    ...withdrawn_decisions,
    ...approvals,
    ...(decision ? [decision] : []),
  ];
  return decisions.some((each) => isRequest(each, request));
}

/**
 * A call at whose gate the run is held.
 * @throws {ServiceError} `unknown_confirmation`, `not_awaiting_confirmation`
 */
export function heldCall(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  { held_since }: { held_since?: string | undefined },
): { call: ToolCallDocument; pause: PauseDocument<'confirmation'> } {
  if (call !== undefined && (call.status !== 'pending' || call.decision !== undefined)) {
    throw unknownConfirmation();
  }
  if (pauseOf(stored)?.type !== 'confirmation') {
    throw new ServiceError('not_awaiting_confirmation', 'The run is not paused at a gate.');
  }
  const pause = heldAs(stored.run, call?._id);
  if (call === undefined || pause === undefined) throw unknownConfirmation();
  // It may be held on another connection than the person was shown.
  if (held_since !== undefined && held_since !== toTimestamp(pause.created_at)) {
    throw new ServiceError('unknown_confirmation', 'The call was held again in the meantime: read it again.');
  }
  return { call, pause };
}

/** @throws {ServiceError} `stale_confirmation` for a digest of something else, `invalid_request` if one is missing */
export function checkDigest(
  held: Pick<PauseDocument, 'digest'>,
  { digest }: { digest?: string | undefined },
  isRequired: boolean,
): void {
  if (digest === undefined && isRequired) {
    throw invalidField('digest', 'is required by the gate: decide on what is shown', 'digest_required');
  }
  if (digest !== undefined && digest !== held.digest) {
    throw new ServiceError(
      'stale_confirmation',
      'The held call is not the one that the digest covers: read it again.',
    );
  }
}

export function unknownConfirmation(): ServiceError {
  return new ServiceError('unknown_confirmation', 'No held call has that id, or it is resolved already.');
}
