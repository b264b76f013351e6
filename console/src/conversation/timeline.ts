import { type EarlyEnd, isEarlyEnd } from './early-end.ts';
import type { Message, ThreadEvent } from '../api/schema.ts';
import {
  type Approvals,
  type CallStarted,
  type Failed,
  type Handoff,
  type HeldWrite,
  type Plan,
  type ProposedAction,
  type Question,
  readData,
} from './event-data.ts';
import { endsRun } from './thread-log.ts';

/** How a call ended. */
export type CallStatus = 'ok' | 'failed' | 'declined' | 'denied';

interface CallEnd {
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
  | ({ kind: 'approval'; held: HeldWrite; started: boolean } & CallEnd)
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

/** The patches whose calls show in another way, or not at all. */
const shownOtherwise: ReadonlySet<string> = new Set(['ask_user', 'update_plan', 'show_block', 'handoff']);

/**
 * What happened on a thread, in order: its messages, and what its events tell. A call that was held, proposed or asked
 * is one item, whatever became of it, and so is a run's plan.
 */
export function timelineOf(messages: readonly Message[], events: readonly ThreadEvent[]): TimelineItem[] {
  const ends = new Map<string, CallEnd>();
  const started = new Set<string>();
  const waited = new Set<string>();
  const lastPlans = new Map<string, string>();
  const approvals = new Map<string, Approvals>();
  for (const event of events) {
    const read = readData(event);
    if (read === undefined) continue;
    if (read.type === 'tool_call.completed') {
      ends.set(read.data.tool_call_id, { status: read.data.status, result: read.data.result });
    }
    if (read.type === 'write.approval_recorded') approvals.set(read.data.tool_call_id, read.data.approvals);
    if (read.type === 'tool_call.started') started.add(read.data.tool_call_id);
    if (
      read.type === 'write.confirmation_requested' ||
      read.type === 'action.proposed' ||
      read.type === 'elicitation.requested'
    ) {
      waited.add(read.data.tool_call_id);
    }
    if (read.type === 'plan.updated' && event.run_id !== undefined) lastPlans.set(event.run_id, event.id);
  }
  const endOf = (id: string): CallEnd => ends.get(id) ?? { status: undefined, result: undefined };

  const items: TimelineItem[] = messages.map((message) => ({
    kind: 'message',
    key: message.id,
    at: message.created_at,
    runId: message.run_id,
    message,
  }));
  for (const event of events) {
    const read = readData(event);
    if (read === undefined || event.run_id === undefined) continue;
    const base = { key: event.id, at: event.created_at, runId: event.run_id };
    if (read.type === 'tool_call.started') {
      const call = read.data;
      if (waited.has(call.tool_call_id) || shownOtherwise.has(call.name)) continue;
      items.push({ ...base, kind: 'call', call, ...endOf(call.tool_call_id) });
    } else if (read.type === 'tool_call.completed') {
      // One that was never started: refused before it was made.
      const { tool_call_id: id, name } = read.data;
      if (started.has(id) || waited.has(id) || shownOtherwise.has(name)) continue;
      items.push({ ...base, kind: 'call', call: read.data, ...endOf(id) });
    } else if (read.type === 'write.confirmation_requested') {
      const { tool_call_id: id } = read.data;
      const recorded = approvals.get(id);
      const held = recorded === undefined ? read.data : { ...read.data, approvals: recorded };
      items.push({
        ...base,
        key: keyOfCall(id),
        kind: 'approval',
        held,
        started: started.has(id),
        ...endOf(id),
      });
    } else if (read.type === 'action.proposed') {
      const { tool_call_id: id } = read.data;
      items.push({ ...base, key: keyOfCall(id), kind: 'action', action: read.data, ...endOf(id) });
    } else if (read.type === 'elicitation.requested') {
      const end = endOf(read.data.tool_call_id);
      const key = end.status === undefined ? keyOfOpenQuestion(event.run_id) : base.key;
      items.push({ ...base, key, kind: 'question', question: read.data, ...end });
    } else if (read.type === 'plan.updated') {
      if (lastPlans.get(event.run_id) === event.id) items.push({ ...base, kind: 'plan', plan: read.data });
    } else if (read.type === 'handoff.requested') {
      items.push({ ...base, kind: 'handoff', handoff: read.data });
    } else if (read.type === 'run.failed') {
      items.push({ ...base, kind: 'failure', error: read.data.error });
    } else if (read.type === 'run.completed') {
      const { reason } = read.data;
      if (isEarlyEnd(reason)) items.push({ ...base, kind: 'end', reason });
    }
  }
  return inOrder(items);
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

/** The runs that have not ended, by what was heard, the oldest first. The start of a long one may not have been heard. */
export function openRuns(events: readonly ThreadEvent[]): string[] {
  const ended = new Set(events.filter(endsRun).map(({ run_id }) => run_id));
  return [...new Set(events.map(({ run_id }) => run_id))].filter(
    (runId) => runId !== undefined && !ended.has(runId),
  ) as string[];
}
