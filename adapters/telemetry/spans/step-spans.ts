import type { RunDocument } from '#engine/documents/run.ts';
import { changedCall } from '#engine/rules/changes-of.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { callSpans } from './call-spans.ts';
import { chatSpan, failedChatSpan } from './chat-spans.ts';
import type { DescribedSpan, StepSpans } from './described-span.ts';
import { traceIdOf } from './ids.ts';
import { acceptedSpan, runSpan } from './run-span.ts';

/**
 * The spans of what one commit has stored of a run: a model turn, calls that were made, waits for people that are over, and the
 * run itself once it has ended. They carry ids, codes, counts and published names, and nothing that was said or sent.
 */
export function stepSpans(changes: Changes): StepSpans {
  const { run, turns, calls, newCalls, messages } = changes;
  const reply = messages.find(({ role }) => role === 'assistant');
  const hasEnded = changes.events.some(({ type }) => type === 'run.completed' || type === 'run.failed');
  return {
    traceId: traceIdOf(run._id),
    root: runSpan(run),
    hasEnded,
    spans: [
      ...(run.version === 1 ? [acceptedSpan(run)] : []),
      ...turns.map((turn) => chatSpan(run, turn, reply)),
      ...(hasEnded ? untakenTurn(run) : []),
      ...newCalls.flatMap((call) => callSpans(run, undefined, call)),
      ...calls.flatMap((change) => callSpans(run, change.before, changedCall(change.before, change))),
    ],
  };
}

/** The turn that a run ended without. */
function untakenTurn(run: RunDocument): DescribedSpan[] {
  const [first, ...rest] = run.tries ?? [];
  return first === undefined ? [] : [failedChatSpan(run, [first, ...rest])];
}
