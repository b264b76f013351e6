import { defined } from '#contract/defined.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { waitsFor } from '#engine/rules/calls.ts';
import type { Attributes, DescribedEvent, DescribedSpan } from './described-span.ts';
import { spanIdOf } from './ids.ts';
import { names } from './names.ts';
import { attributesOfRun } from './run-span.ts';

/** A call that a person had to answer, decide on or carry out. */
const waitNames = {
  question: 'await_answer',
  confirmation: 'await_approval',
  outcome: 'await_outcome',
} as const;

/**
 * The spans of a call that end with a change of it: the wait for a person, and the execution. A call that was never to be
 * executed, because a person answers it or has rejected it, has no execution.
 * @param before absent if the call is new
 */
export function callSpans(
  run: RunDocument,
  before: ToolCallDocument | undefined,
  after: ToolCallDocument,
): DescribedSpan[] {
  const waited = before === undefined ? undefined : waitsFor(before);
  if (waited === undefined)
    return before === undefined && isResolved(after) ? [executionSpan(run, after)] : [];
  if (waited === 'execution') return isResolved(after) ? [executionSpan(run, after)] : [];
  return waitsFor(after) === waited ? [] : [waitSpan(run, before ?? after, after, waited)];
}

function isResolved({ status }: ToolCallDocument): boolean {
  return status !== 'pending';
}

/** From the first attempt to the result. The conventions call this the execution of a tool. */
function executionSpan(run: RunDocument, call: ToolCallDocument): DescribedSpan {
  const { started_at, finished_at = started_at, sending, decision, tries = [], status, error } = call;
  const start = sending?.first_at ?? decision?.created_at ?? started_at;
  return {
    id: spanIdOf(run._id, `execute_tool ${call._id}`),
    name: `execute_tool ${toolOf(call)}`,
    kind: 'internal',
    start: start < finished_at ? start : finished_at,
    end: finished_at,
    attributes: {
      [names.operation]: 'execute_tool',
      ...attributesOfCall(run, call),
      ...defined({ [names.attempts]: tries.length === 0 ? undefined : tries.length }),
    },
    ...(status === 'ok' ? {} : { error: error?.code ?? status }),
    events: tries.flatMap(tryEvent),
  };
}

/** From when the call came to wait, or came back to its gate, to when it no longer does. */
function waitSpan(
  run: RunDocument,
  before: ToolCallDocument,
  after: ToolCallDocument,
  kind: keyof typeof waitNames,
): DescribedSpan {
  const start = before.returned?.at ?? before.started_at;
  const end = after.decision?.created_at ?? after.finished_at ?? start;
  return {
    id: spanIdOf(run._id, `${waitNames[kind]} ${before._id} ${start.getTime()}`),
    name: `${waitNames[kind]} ${toolOf(before)}`,
    kind: 'internal',
    start,
    end: end > start ? end : start,
    attributes: {
      ...attributesOfCall(run, before),
      [names.waitKind]: kind,
      [names.waitResult]: resultOf(after, kind),
    },
    events: [],
  };
}

function resultOf(after: ToolCallDocument, kind: keyof typeof waitNames): string {
  if (after.decision?.decision === 'approve') return 'approved';
  if (after.decision?.decision === 'reject') return 'rejected';
  if (after.status !== 'ok') return after.error?.code ?? after.status;
  return kind === 'question' ? 'answered' : 'reported';
}

function attributesOfCall(run: RunDocument, call: ToolCallDocument): Attributes {
  return {
    ...attributesOfRun(run),
    [names.toolName]: toolOf(call),
    [names.toolCallId]: call._id,
    [names.toolType]: 'function',
    ...(isKnown(call) ? { [names.patch]: call.patch_ref } : {}),
    [names.turn]: call.turn_seq,
  };
}

/** A name that the agent has no patch for is the model's own words. */
function toolOf(call: ToolCallDocument): string {
  return isKnown(call) ? call.name : 'unknown';
}

/** Only a call of no patch has no time in which it may be made. */
function isKnown({ timeout_seconds }: ToolCallDocument): boolean {
  return timeout_seconds > 0;
}

function tryEvent({ at, code, status }: NonNullable<ToolCallDocument['tries']>[number]): DescribedEvent[] {
  if (code === undefined) return [];
  const attributes = { [names.error]: code, ...defined({ [names.httpStatus]: status }) };
  return [{ name: 'attempt_failed', at, attributes }];
}
