import type { Message, ThreadEvent } from '../api/schema.ts';
import { readData } from './event-data.ts';

/** A reply that is being made. */
export interface Draft {
  runId: string;
  messageId: string;
  text: string;
}

/** What was heard about a thread. */
export interface ThreadLog {
  /** Stored events, each once, in the order of their runs' counts. */
  events: readonly ThreadEvent[];
  /** Replies that are being made, by run. */
  drafts: Readonly<Record<string, Draft>>;
  /** The messages that events told of, by id. */
  messages: Readonly<Record<string, Message>>;
}

export const emptyLog: ThreadLog = { events: [], drafts: {}, messages: {} };

/**
 * Adds events to what was heard, in whatever order and however often they arrive: each counts once, by its id.
 * A delta with index 0 starts its reply over; one of a reply that is complete changes nothing.
 */
export function hear(log: ThreadLog, arrived: readonly ThreadEvent[]): ThreadLog {
  const known = new Set(log.events.map(({ id }) => id));
  const added: ThreadEvent[] = [];
  let { drafts, messages } = log;
  for (const event of arrived) {
    const runId = event.run_id;
    const read = readData(event);
    if (event.type === 'message.delta') {
      if (read?.type === 'message.delta' && runId !== undefined) {
        const ended = isOver([...log.events, ...added], runId);
        if (messages[read.data.message_id] === undefined && !ended)
          drafts = withDelta(drafts, runId, read.data);
      }
      continue;
    }
    if (known.has(event.id)) continue;
    known.add(event.id);
    added.push(event);
    if (read?.type === 'message.completed') {
      messages = { ...messages, [read.data.id]: read.data };
      drafts = withoutRun(drafts, read.data.run_id);
    }
    if (runId !== undefined && endsRun(event)) drafts = withoutRun(drafts, runId);
  }
  if (added.length === 0 && drafts === log.drafts) return log;
  return {
    events: added.length === 0 ? log.events : [...log.events, ...added].toSorted(byTime),
    drafts,
    messages,
  };
}

/** The id to resume after: that of the newest stored event. */
export function lastEventId({ events }: ThreadLog): string | undefined {
  return events.at(-1)?.id;
}

/** Whether an event is the last one of its run. */
export function endsRun({ type }: ThreadEvent): boolean {
  return type === 'run.completed' || type === 'run.failed';
}

function isOver(events: readonly ThreadEvent[], runId: string): boolean {
  return events.some((event) => event.run_id === runId && endsRun(event));
}

function withDelta(
  drafts: ThreadLog['drafts'],
  runId: string,
  { message_id, index, text }: { message_id: string; index: number; text: string },
): ThreadLog['drafts'] {
  const draft = drafts[runId];
  const soFar = index === 0 || draft?.messageId !== message_id ? '' : draft.text;
  return { ...drafts, [runId]: { runId, messageId: message_id, text: soFar + text } };
}

function withoutRun(drafts: ThreadLog['drafts'], runId: string): ThreadLog['drafts'] {
  if (drafts[runId] === undefined) return drafts;
  const { [runId]: _, ...others } = drafts;
  return others;
}

/** By time; within a run, by its count, which is exact. */
function byTime(one: ThreadEvent, other: ThreadEvent): number {
  if (one.run_id !== undefined && one.run_id === other.run_id) return (one.seq ?? 0) - (other.seq ?? 0);
  return one.created_at < other.created_at
    ? -1
    : one.created_at > other.created_at
      ? 1
      : one.id < other.id
        ? -1
        : 1;
}
