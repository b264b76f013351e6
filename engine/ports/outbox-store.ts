import type { RunDocument, RunOutbox } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';

/** A pending notification of a workflow: something about its run, or that its run has the thread lock now. */
export type OverdueEntry =
  | { of: 'run'; workspace_id: string; thread_id: string; run: RunToNotify }
  | ({ of: 'thread'; workspace_id: string; thread_id: string } & LockGrant);

/** The entry of a thread that grants a run its lock. */
export type LockGrant = Pick<NonNullable<ThreadDocument['outbox']>, 'run_id' | 'version'>;

/** The fields of a run that a notification needs, and the entry with its reason. */
export type RunToNotify = Pick<
  RunDocument,
  '_id' | 'workspace_id' | 'thread_id' | 'agent' | 'seq' | 'turn_count' | 'cancel_requested' | 'outbox'
>;

/** An entry of a run that Temporal has accepted. */
export interface DeliveredEntry {
  run_id: string;
  entry: RunOutbox;
}

/** How many overdue entries are wanted. */
export interface OverdueLimits {
  perWorkspace: number;
  total: number;
  /** Whether the time for the search is over. */
  isOver?: () => boolean;
}

/** The entries of the outbox: they are stored by {@link RunStore.commit}, with the change that they tell of. */
export interface OutboxStore {
  /** Entries that are due, from every workspace some, so that none of them delays the others. */
  findOverdue: (now: Date, limits: OverdueLimits) => Promise<OverdueEntry[]>;
  /** Removes entries of runs that Temporal has accepted. A later entry of the same run is kept. May be repeated. */
  removeDelivered: (delivered: DeliveredEntry[]) => Promise<void>;
  /** Removes the entry of a thread that grants a run its lock, unless a later one has taken its place. May be repeated. */
  removeGrant: (threadId: string, entry: LockGrant) => Promise<void>;
}
