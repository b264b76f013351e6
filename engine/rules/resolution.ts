import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { priceOf } from './call-settled.ts';
import { pauseOf } from './expiry.ts';
import type { Input } from './inputs.ts';
import { resolveCall, startedEvent } from './resolve-call.ts';
import type { Step } from './step.ts';
import type { RuleContext } from './stored.ts';

type InputOf<Type extends Input['type']> = Extract<Input, { type: Type }>;

/**
 * Somebody decides on a held call. The store serializes racing decisions: one is written, and the others are evaluated
 * again for what is then stored, and find the call resolved (invariant.decision-seen-once).
 * @returns nothing if this repeats the request that decided
 * @throws {ServiceError} in the order of confirm.order-of-checks: `unknown_confirmation` for a call that is resolved,
 *   `not_awaiting_confirmation`, `unknown_confirmation` for a call other than the held one, or one that was held again since
 *   the person was asked
 */
export function decide(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  { decision: verdict, detail, request_id, held_since, ...person }: InputOf<'decision'>,
  { now }: RuleContext,
): Step | undefined {
  const decisions = [
    ...(call?.lapsed_decisions ?? []),
    ...(call?.decision === undefined ? [] : [call.decision]),
  ];
  if (decisions.some((decision) => decision.request_id === request_id)) return undefined;
  if (call !== undefined && (call.status !== 'pending' || call.decision !== undefined)) {
    throw unknownConfirmation();
  }
  const pause = pauseOf(stored);
  if (pause?.type !== 'confirmation') {
    throw new ServiceError('not_awaiting_confirmation', 'The run is not paused at a gate.');
  }
  if (call === undefined || pause.tool_call_id !== call._id) throw unknownConfirmation();
  // It may be held on another connection than the person was shown.
  if (held_since !== undefined && held_since !== toTimestamp(pause.created_at)) {
    throw new ServiceError('unknown_confirmation', 'The call was held again since: look at it once more.');
  }
  const decision = {
    decision: verdict,
    ...said(detail),
    ...by(person),
    request_id,
    created_at: now,
  };
  if (verdict === 'approve') {
    // The workflow executes it. Until then the call stays pending.
    return {
      ...resumes(call),
      calls: [{ before: call, set: { decision } }],
      // It has started with its first approval, even if it was not sent in time.
      events: call.lapsed_decisions === undefined ? [startedEvent(call)] : [],
    };
  }
  const result = toJsonText({ declined: true, ...defined({ detail }) });
  const { change, event } = resolveCall(call, { status: 'failed', result, decision }, now, 'declined');
  return { ...resumes(call), calls: [change], events: [event] };
}

function unknownConfirmation(): ServiceError {
  return new ServiceError('unknown_confirmation', 'No held call has that id, or it is resolved already.');
}

/**
 * Somebody reports the outcome of a proposed action. The first report counts. A report after the run has ended is
 * recorded with the call, because what really happened must not be lost.
 * @returns nothing if an outcome is already recorded, or the call is resolved otherwise
 * @throws {ServiceError} `not_awaiting_outcome`, or `unknown_action` for a call other than the proposed one
 */
export function reportOutcome(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  { state, detail, ...person }: InputOf<'outcome'>,
  { now }: RuleContext,
): Step | undefined {
  if (call?.outcome !== undefined) return undefined;
  const outcome = { state, ...said(detail), ...by(person), created_at: now };
  if (call !== undefined && call.status !== 'pending') {
    if (call.interaction !== 'proposed_action') return undefined;
    return { by: 'client', calls: [{ before: call, set: { outcome } }] };
  }
  const pause = pauseOf(stored);
  if (pause?.type !== 'outcome') {
    throw new ServiceError('not_awaiting_outcome', 'The run is not awaiting an outcome.');
  }
  if (call === undefined || pause.tool_call_id !== call._id) {
    throw new ServiceError('unknown_action', 'No proposed action has that id.');
  }
  const status = state === 'occurred' ? 'ok' : 'failed';
  const result = toJsonText({ state, ...defined({ detail }) });
  return resolved(call, { status, result, outcome }, now);
}

/**
 * A user message answers the question.
 * @returns nothing if the run is no longer paused for that question: the message then opens a run of its own
 */
export function answer(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  { message_id: id, content, metadata }: InputOf<'answer'>,
  { now }: RuleContext,
): Step | undefined {
  if (call === undefined || pauseOf(stored)?.tool_call_id !== call._id) return undefined;
  return {
    ...resolved(call, { status: 'ok', result: toJsonText({ answer: content }) }, now),
    message: { id, role: 'user', content, ...defined({ metadata }) },
  };
}

/** Resolves the call for which the run is paused. A priced call is charged once it is ok. */
function resolved(
  call: ToolCallDocument,
  resolution: Partial<ToolCallDocument> & { status: 'ok' | 'failed' },
  now: Date,
): Step {
  const charge = priceOf(resolution.status, call.price);
  const cost = charge === undefined ? {} : { cost: charge.amount };
  const { change, event } = resolveCall(call, { ...resolution, ...cost }, now);
  return {
    ...resumes(call),
    calls: [change],
    events: [event],
    ...(charge === undefined ? {} : { charges: [charge] }),
  };
}

function resumes(call: ToolCallDocument): Required<Pick<Step, 'by' | 'state' | 'tell'>> {
  return { by: 'client', state: { state: 'running' }, tell: { kind: 'resume', tool_call_id: call._id } };
}

function said(detail: JsonObject | undefined) {
  return detail === undefined ? {} : { detail: toJsonText(detail) };
}

/** Who said it, through which client, and what vouches for that. */
function by({ actor, client, credential }: Pick<InputOf<'outcome'>, 'actor' | 'client' | 'credential'>) {
  return {
    actor,
    ...defined({ client, credential }),
  };
}
