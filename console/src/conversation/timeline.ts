import type { Message } from '../api/schema.ts';
import type { EarlyEnd } from './early-end.ts';
import type {
  CallStarted,
  Failed,
  Handoff,
  HeldWrite,
  Plan,
  ProposedAction,
  Question,
} from './event-data.ts';

/** How a call ended. */
export type CallStatus = 'ok' | 'failed' | 'declined' | 'denied';

/** The result of a call. */
export interface CallEnd {
  /** Undefined while it is not resolved. */
  status: CallStatus | undefined;
  result: Record<string, unknown> | undefined;
}

/** One item of a thread's timeline. `at` is its time, `key` identifies it. */
export type TimelineItem = { key: string; at: string; runId: string } & (
  | {
      kind: 'message';
      message: Message;
      /** The text after the part that stands above the call for which its run has paused. */
      rest?: string;
    }
  | { kind: 'said'; text: string }
  | ({ kind: 'call'; call: CallStarted } & CallEnd)
  | ({
      kind: 'approval';
      held: HeldWrite;
      /** The last event that asked for it, if it has arrived. */
      asked?: string;
      started: boolean;
    } & CallEnd)
  | ({ kind: 'action'; action: ProposedAction } & CallEnd)
  | ({ kind: 'question'; question: Question } & CallEnd)
  | { kind: 'plan'; plan: Plan }
  | { kind: 'handoff'; handoff: Handoff }
  | { kind: 'failure'; error: Failed['error'] }
  | { kind: 'end'; reason: EarlyEnd }
);

/**
 * The key of a held or proposed call. It is the same for the event and the thread, so that its card keeps the input of
 * a person.
 */
export function keyOfCall(toolCallId: string): string {
  return `call ${toolCallId}`;
}

/** The key of the question for which a run waits, for the same reason. The thread does not tell the id of its call. */
export function keyOfOpenQuestion(runId: string): string {
  return `question of ${runId}`;
}

/** Items in the order of their times. */
export function inOrder(items: readonly TimelineItem[]): TimelineItem[] {
  return items.toSorted(
    (one, other) => compare(one.at, other.at) || order(one) - order(other) || compare(one.key, other.key),
  );
}

/** Order for equal timestamps: user message, calls, reply, end of run. */
function order(item: TimelineItem): number {
  if (item.kind === 'message') return item.message.role === 'user' ? 0 : 3;
  if (item.kind === 'said') return 1;
  return item.kind === 'failure' || item.kind === 'end' ? 4 : 2;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
