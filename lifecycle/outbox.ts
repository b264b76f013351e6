import type { RunDocument } from '#store/documents/run.ts';

/**
 * How long whoever made a write has to tell Temporal of it, before the sweep does it in its place. Temporal may take
 * five seconds to answer, and what it has taken is noted in rounds of a second.
 */
const toldWithinMs = 10_000;

/** What Temporal is to be told of a run, stored with the write that calls for it (the outbox pattern). */
export type OutboxEntry = NonNullable<RunDocument['outbox']>;

/** When an entry that is made now counts as lost. */
export function dueAt(now: Date): Date {
  return new Date(now.getTime() + toldWithinMs);
}

/** The run's workflow is to be started. */
export function startEntry(now: Date): OutboxEntry {
  return { kind: 'start', due_at: dueAt(now) };
}

/** The run's workflow is to be told that a call is resolved. */
export function resumeEntry(tool_call_id: string, now: Date): OutboxEntry {
  return { kind: 'resume', tool_call_id, due_at: dueAt(now) };
}

/**
 * The run's workflow is to be told that somebody wants the run to end. One that may not have been started yet is still
 * to be started: whoever tells it then does both.
 */
export function cancelEntry(before: RunDocument['outbox'], now: Date): OutboxEntry {
  return { kind: before?.kind === 'start' ? 'start' : 'cancel', due_at: dueAt(now) };
}
