import type { RunDocument } from '#store/documents/run.ts';

/**
 * How long the writer has to tell Temporal before the sweep does so. Temporal may take five seconds to respond, and
 * accepted entries are removed once a second.
 */
const toldWithinMs = 10_000;

/** What Temporal has to be told about a run, stored with the write that requires it (the outbox pattern). */
export type OutboxEntry = NonNullable<RunDocument['outbox']>;

/** When an entry that is created now counts as lost. */
export function dueAt(now: Date): Date {
  return new Date(now.getTime() + toldWithinMs);
}

/** The run's workflow has to be started. */
export function startEntry(now: Date): OutboxEntry {
  return { kind: 'start', due_at: dueAt(now) };
}

/** The run's workflow has to be told that a call is resolved. */
export function resumeEntry(tool_call_id: string, now: Date): OutboxEntry {
  return { kind: 'resume', tool_call_id, due_at: dueAt(now) };
}

/**
 * The run's workflow has to be told that a cancellation was requested. If it may not have been started yet, the entry
 * remains a start, and whoever sends it does both.
 */
export function cancelEntry(before: RunDocument['outbox'], now: Date): OutboxEntry {
  return { kind: before?.kind === 'start' ? 'start' : 'cancel', due_at: dueAt(now) };
}
