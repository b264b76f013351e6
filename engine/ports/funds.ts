import type { Microcredits } from '#contract/credits.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ConnectionRef } from '../documents/connection.ts';

/** An account as it was read, on which a reservation is made. */
export interface FundedAccount {
  /** The workspace. */
  _id: string;
  /** The only connection of the workspace; absent if it has none, or several. */
  only_connection?: ConnectionRef;
}

/** The credits of workspaces. What a run spends is stored by {@link RunStore.commit}, with what it is spent for. */
export interface Funds {
  /** The credits that a workspace has left, without those that runs hold. */
  available: (workspaceId: string) => Promise<Microcredits>;
  /**
   * The part of what is held that belongs to paused runs, which spend nothing, possibly for a month.
   * @param enough nothing is read beyond this sum
   */
  heldByPausedRuns: (workspaceId: string, enough: Microcredits) => Promise<Microcredits>;
  /** Whether a budget of the workspace, of the run's agent or of its subject is spent. */
  isBudgetSpent: (run: Pick<RunDocument, 'workspace_id' | 'agent' | 'subject_ref'>) => Promise<boolean>;
  /** The account of a workspace, as {@link CommitOptions.reservation} needs it. */
  readAccount: (workspaceId: string) => Promise<FundedAccount>;
}
