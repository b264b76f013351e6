import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { priceOf } from './call-settled.ts';
import { contextOf } from './given-context.ts';
import { isOfSubject, withMaker } from './gates/makers.ts';
import { pauseOf } from './pause.ts';
import type { Input } from './inputs.ts';
import { by, storedDetail } from './report.ts';
import { resolveCall } from './resolve-call.ts';
import { resumes } from './resumes.ts';
import type { Step } from './step.ts';
import type { RuleContext } from './stored.ts';

type InputOf<Type extends Input['type']> = Extract<Input, { type: Type }>;

/**
 * Somebody reports the outcome of a proposed action. The first report counts. A report after the run has ended is
 * recorded with the call, because what really happened must not be lost. A call that nobody was asked for has no outcome.
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
  const outcome = { state, ...storedDetail(detail), ...by(person), created_at: now };
  if (call !== undefined && call.status !== 'pending' && !wasRefused(call)) {
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
  return resolved(stored, call, { status, result, outcome }, now);
}

/** Whether a call was refused in its turn: nobody was asked for it, so it has no outcome. */
function wasRefused({ error }: ToolCallDocument): boolean {
  return error?.code === 'invalid_args' || error?.code === 'too_many_calls';
}

/**
 * A user message answers the question.
 * @returns nothing if the run is no longer paused for that question: the message then opens a run of its own
 */
export function answer(
  stored: LoadedRun,
  call: ToolCallDocument | undefined,
  { message_id: id, content, metadata, context, actor }: InputOf<'answer'>,
  { now }: RuleContext,
): Step | undefined {
  if (call === undefined || pauseOf(stored)?.tool_call_id !== call._id) return undefined;
  return {
    ...resolved(stored, call, { status: 'ok', result: toJsonText({ answer: content }) }, now),
    message: {
      id,
      role: 'user',
      content,
      ...(isOfSubject(stored.run, actor) ? { of_subject: true as const } : {}),
      ...defined({ metadata }),
    },
    run: {
      ...withMaker(stored.run, actor),
      ...(context === undefined ? {} : { context: toJsonText({ ...contextOf(stored.run), ...context }) }),
    },
  };
}

/** Resolves the call for which the run is paused. A priced call is charged once it is ok. */
function resolved(
  stored: LoadedRun,
  call: ToolCallDocument,
  resolution: Partial<ToolCallDocument> & { status: 'ok' | 'failed' },
  now: Date,
): Step {
  const charge = priceOf(resolution.status, call.price);
  const cost = charge === undefined ? {} : { cost: charge.amount };
  const { change, event } = resolveCall(call, { ...resolution, ...cost }, now);
  return {
    ...resumes(stored, [{ tool_call_id: call._id }]),
    calls: [change],
    events: [event],
    ...(charge === undefined ? {} : { charges: [charge] }),
  };
}
