import type { Message, ThreadEvent } from '../api/schema.ts';
import { readData } from './read-data.ts';
import { asksForPerson, endsRun, resumesRun } from './run-moves.ts';

/** A reply that is being made. */
export interface Draft {
  runId: string;
  messageId: string;
  text: string;
}

/** The agent's text in a run, from its beginning up to a pause. */
export interface Spoken {
  at: string;
  text: string;
}

/** The events and messages of a thread that have arrived. */
export interface ThreadLog {
  /** Stored events, each once, in the order of their runs' counts. */
  events: readonly ThreadEvent[];
  /** Replies that are being made, by run. */
  drafts: Readonly<Record<string, Draft>>;
  /** The messages that have arrived, by id. */
  messages: Readonly<Record<string, Message>>;
  /** The ids of the events. */
  known: ReadonlySet<string>;
  /** The runs whose end is among them. */
  ended: ReadonlySet<string>;
  /** Reply text that arrived before the runs paused, by run. */
  spoken: ReadonlyMap<string, readonly Spoken[]>;
  /** The paused runs: reply text that still arrives for them precedes the pause. */
  paused: ReadonlySet<string>;
}

export const emptyLog: ThreadLog = {
  events: [],
  drafts: {},
  messages: {},
  known: new Set(),
  ended: new Set(),
  spoken: new Map(),
  paused: new Set(),
};

/**
 * Adds events in any order; an event that arrives twice counts once, by its id.
 * A delta with index 0 starts its reply over; one of a complete reply changes nothing. Copies the log, so pass all
 * events that arrived together in one call.
 */
export function receive(log: ThreadLog, arrived: readonly ThreadEvent[]): ThreadLog {
  const known = new Set(log.known);
  const ended = new Set(log.ended);
  const added: ThreadEvent[] = [];
  const drafts = new Map(Object.entries(log.drafts));
  const messages = new Map<string, Message>();
  const spoken = new Map(log.spoken);
  const paused = new Set(log.paused);
  /** Keeps the text that preceded a pause. More of it may arrive after the event of the pause. */
  const speak = (runId: string, at: string): void => {
    const text = drafts.get(runId)?.text ?? '';
    const before = spoken.get(runId) ?? [];
    if (text.trim() === '' || text === before.at(-1)?.text) return;
    const goesOn = paused.has(runId);
    spoken.set(runId, [
      ...(goesOn ? before.slice(0, -1) : before),
      { at: (goesOn && before.at(-1)?.at) || at, text },
    ]);
  };
  const isKnown = (id: string): boolean => messages.has(id) || log.messages[id] !== undefined;
  let drafted = false;
  for (const event of arrived) {
    const runId = event.run_id;
    const read = readData(event);
    if (read?.type === 'message.delta') {
      const { message_id: messageId, index, text } = read.data;
      if (runId === undefined || ended.has(runId) || isKnown(messageId)) continue;
      const before = drafts.get(runId);
      const soFar = index === 0 || before?.messageId !== messageId ? '' : before.text;
      drafts.set(runId, { runId, messageId, text: soFar + text });
      // For a reader who opens the conversation after the pause: the text precedes it.
      if (paused.has(runId)) speak(runId, pauseOf(runId, added, log.events)?.created_at ?? event.created_at);
      drafted = true;
      continue;
    }
    if (event.type === 'message.delta' || known.has(event.id)) continue;
    known.add(event.id);
    added.push(event);
    if (read?.type === 'message.completed') {
      messages.set(read.data.id, read.data);
      drafts.delete(read.data.run_id);
    }
    if (runId === undefined) continue;
    if (asksForPerson(event)) {
      speak(runId, event.created_at);
      paused.add(runId);
    } else if (resumesRun(event)) paused.delete(runId);
    if (!endsRun(event)) continue;
    ended.add(runId);
    drafts.delete(runId);
  }
  if (added.length === 0) return drafted ? { ...log, drafts: Object.fromEntries(drafts), spoken } : log;
  return {
    // Mostly sorted already, which costs one comparison each.
    events: [...log.events, ...added].toSorted(byTime),
    drafts: Object.fromEntries(drafts),
    messages: messages.size === 0 ? log.messages : { ...log.messages, ...Object.fromEntries(messages) },
    known,
    ended,
    spoken,
    paused,
  };
}

/** The event with which a run has paused last. */
function pauseOf(runId: string, ...known: (readonly ThreadEvent[])[]): ThreadEvent | undefined {
  for (const events of known) {
    const pause = events.findLast((event) => event.run_id === runId && asksForPerson(event));
    if (pause !== undefined) return pause;
  }
  return undefined;
}

/** Adds messages that were read. */
export function withMessages(log: ThreadLog, read: readonly Message[]): ThreadLog {
  if (read.length === 0) return log;
  return {
    ...log,
    messages: { ...log.messages, ...Object.fromEntries(read.map((message) => [message.id, message])) },
  };
}

/** Orders by time and, within a run, by sequence number. */
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
