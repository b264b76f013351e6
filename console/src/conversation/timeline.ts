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

/** What a call came to. */
export interface CallEnd {
  /** Undefined while it is not resolved. */
  status: CallStatus | undefined;
  result: Record<string, unknown> | undefined;
}

/** One thing on a thread's timeline. `at` is its time, `key` tells it from all others. */
export type TimelineItem = { key: string; at: string; runId: string } & (
  | {
      kind: 'message';
      message: Message;
      /** What it says after what stands above the call for which its run has paused. */
      rest?: string;
    }
  | { kind: 'said'; text: string }
  | ({ kind: 'call'; call: CallStarted } & CallEnd)
  | ({
      kind: 'approval';
      held: HeldWrite;
      /** The event that asked for it last, if that was heard. */
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
 * The key of a call that is held or proposed. It is the same whether its event or the thread told of the call first, so that its
 * card keeps what a person has typed.
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

/** Of what has one time, a user's message comes first and a reply last but for the end. */
function order(item: TimelineItem): number {
  if (item.kind === 'message') return item.message.role === 'user' ? 0 : 3;
  if (item.kind === 'said') return 1;
  return item.kind === 'failure' || item.kind === 'end' ? 4 : 2;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
