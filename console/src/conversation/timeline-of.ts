import type { Message, ThreadEvent } from '../api/schema.ts';
import { isEarlyEnd } from './early-end.ts';
import { StreamedCalls } from './streamed-calls.ts';
import { readData } from './read-data.ts';
import { inOrder, keyOfCall, keyOfOpenQuestion, type TimelineItem } from './timeline.ts';

/** The patches whose calls show in another way, or not at all. */
const shownOtherwise: ReadonlySet<string> = new Set(['ask_user', 'update_plan', 'show_block', 'handoff']);

/**
 * The timeline of a thread: its messages and events, in order. A call that was held, proposed or asked is one item
 * whatever its
 * outcome, and so is a run's plan.
 */
export function timelineOf(messages: readonly Message[], events: readonly ThreadEvent[]): TimelineItem[] {
  const calls = new StreamedCalls(events);
  const shown = messages.map((message): TimelineItem => ({
    kind: 'message',
    key: message.id,
    at: message.created_at,
    runId: message.run_id,
    message,
  }));
  return inOrder([...shown, ...events.flatMap((event) => itemOf(event, calls) ?? [])]);
}

function itemOf(event: ThreadEvent, calls: StreamedCalls): TimelineItem | undefined {
  const read = readData(event);
  if (read === undefined || event.run_id === undefined) return undefined;
  const base = { key: event.id, at: event.created_at, runId: event.run_id };
  switch (read.type) {
    case 'tool_call.started': {
      const call = read.data;
      if (calls.hasWaited(call.tool_call_id) || shownOtherwise.has(call.name)) return undefined;
      return { ...base, kind: 'call', call, ...calls.endOf(call.tool_call_id) };
    }
    case 'tool_call.completed': {
      // One that was never started: refused before it was made.
      const { tool_call_id: id, name } = read.data;
      if (calls.hasStarted(id) || calls.hasWaited(id) || shownOtherwise.has(name)) return undefined;
      return { ...base, kind: 'call', call: read.data, ...calls.endOf(id) };
    }
    case 'write.confirmation_requested': {
      const { tool_call_id: id } = read.data;
      const held = calls.heldSince(id, event.id);
      if (held === undefined) return undefined;
      const { write, last, started } = held;
      return {
        ...base,
        key: keyOfCall(id),
        kind: 'approval',
        held: write,
        asked: last,
        started,
        ...calls.endOf(id),
      };
    }
    case 'action.proposed': {
      const { tool_call_id: id } = read.data;
      return { ...base, key: keyOfCall(id), kind: 'action', action: read.data, ...calls.endOf(id) };
    }
    case 'elicitation.requested': {
      const end = calls.endOf(read.data.tool_call_id);
      const key = end.status === undefined ? keyOfOpenQuestion(event.run_id) : base.key;
      return { ...base, key, kind: 'question', question: read.data, ...end };
    }
    case 'plan.updated':
      return calls.isLastPlan(event.id) ? { ...base, kind: 'plan', plan: read.data } : undefined;
    case 'handoff.requested':
      return { ...base, kind: 'handoff', handoff: read.data };
    case 'run.failed':
      return { ...base, kind: 'failure', error: read.data.error };
    case 'run.completed': {
      const { reason } = read.data;
      return isEarlyEnd(reason) ? { ...base, kind: 'end', reason } : undefined;
    }
    default:
      return undefined;
  }
}
