import type { ApprovalChange, ApprovalChangeName } from '#contract/approval-change.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { EventFeed } from '../events/event-feed.ts';
import type { Database } from '../mongo/database.ts';
import { isOutage } from '../mongo/outage.ts';
import { waitingCalls } from '../runs/approvals.ts';

/** How often a failing read is retried. */
const retryMs = 1000;
/** While events may have been missed, followers are notified at most this often. */
const missedEveryMs = 1000;
/** Number of waiting runs that a feed tracks, newest first. Changes to others are not reported. */
const mostKnown = 10_000;

const begins: Partial<Record<EventDocument['type'], ApprovalChangeName>> = {
  'write.confirmation_requested': 'waiting',
  'action.proposed': 'waiting',
  'elicitation.requested': 'waiting',
  'write.approval_recorded': 'changed',
  'approval.escalated': 'changed',
  'approval.reminder': 'reminder',
};

/** Changes of the items that a workspace's people have to settle. */
export class ApprovalFeed {
  readonly #db: Database;
  readonly #events: EventFeed;

  constructor(db: Database, events: EventFeed) {
    this.#db = db;
    this.#events = events;
  }

  /**
   * Changes from now on: a list that is read after the first yield is at least as new. The first change is `missed`, so
   * that a client that reconnects reads the list.
   *
   * Yields undefined if nothing happened for `idleMs`, or for less. Continues through outages of the database. Ends
   * with the signal.
   */
  async *follow(
    workspaceId: string,
    { idleMs, signal }: { idleMs: number; signal: AbortSignal },
  ): AsyncGenerator<ApprovalChange | undefined> {
    // Subscribe before reading, so that nothing in between is missed.
    const live = await this.#events.follow(workspaceId, signal);
    let calls: Map<string, Set<string>> | undefined;
    let normalizedAt = 0;
    try {
      for (;;) {
        if (calls === undefined && Date.now() - normalizedAt >= missedEveryMs) {
          calls = await this.#waiting(workspaceId);
          normalizedAt = Date.now();
          if (calls !== undefined) yield { change: 'missed', at: toTimestamp(new Date(normalizedAt)) };
        }
        const next = await live.next(calls === undefined ? retryMs : idleMs);
        if (next === 'over') return;
        if (next === 'gap') calls = undefined;
        else if (next === 'idle') yield undefined;
        else {
          yield* calls === undefined ? [] : changesOf(next.event, calls);
        }
      }
    } finally {
      live.end();
    }
  }

  /** The calls that wait, by run; undefined while they cannot be read. */
  async #waiting(workspaceId: string): Promise<Map<string, Set<string>> | undefined> {
    try {
      return await waitingCalls(this.#db, workspaceId, mostKnown);
    } catch (error) {
      if (isOutage(error)) return undefined;
      throw error;
    }
  }
}

/** The changes of waiting items that an event reports. Updates the calls that wait, by run. */
export function changesOf(event: EventDocument, calls: Map<string, Set<string>>): ApprovalChange[] {
  const { type, run_id, thread_id, created_at, data } = event;
  if (run_id === undefined || thread_id === undefined) return [];
  const told = (change: ApprovalChangeName, tool_call_id: string): ApprovalChange => ({
    change,
    run_id,
    thread_id,
    tool_call_id,
    at: toTimestamp(created_at),
  });
  const known = calls.get(run_id);
  const began = begins[type];
  if (began === undefined && known === undefined) return [];
  const { tool_call_id: about } = data === undefined ? {} : fromJsonText<{ tool_call_id?: string }>(data);
  if (began !== undefined) {
    if (about === undefined) return [];
    if (began === 'waiting') calls.set(run_id, new Set(known).add(about));
    return [told(began, about)];
  }
  if (known === undefined) return [];
  const ends = type === 'run.completed' || type === 'run.failed';
  const isResolved = type === 'tool_call.started' || type === 'tool_call.completed';
  const settled = ends ? [...known] : isResolved && about !== undefined && known.has(about) ? [about] : [];
  for (const id of settled) known.delete(id);
  if (known.size === 0) calls.delete(run_id);
  return settled.map((id) => told('settled', id));
}
