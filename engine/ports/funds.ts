import type { Microcredits } from '#contract/credits.ts';
import type { RunDocument } from '../documents/run.ts';
import type { ConnectionRef } from '../documents/connection.ts';

/** An account as it was read: what a reservation is made on. */
export interface FundedAccount {
  /** The workspace. */
  _id: string;
  /** The only connection of the workspace; absent if it has none, or several. */
  only_connection?: ConnectionRef;
}

/** The credits of workspaces. What a run spends is stored by {@link RunStore.commit}, with what it is spent for. */
export interface Funds<Account extends FundedAccount = FundedAccount> {
  /** The credits that a workspace has left, without those that runs hold. */
  available: (workspaceId: string) => Promise<Microcredits>;
  /**
   * The part of what is held that belongs to paused runs, which spend nothing, possibly for a month.
   * @param enough nothing is read beyond this sum
   */
  heldByPausedRuns: (workspaceId: string, enough: Microcredits) => Promise<Microcredits>;
  /** Whether a budget of the workspace, of the run's agent or of its subject is spent. */
  isBudgetSpent: (run: Pick<RunDocument, 'workspace_id' | 'agent' | 'subject_ref'>) => Promise<boolean>;
  readAccount: (workspaceId: string) => Promise<Account>;
  /**
   * Stores something with a reservation of its own, whose place the stored hold takes. Of any number of concurrent
   * reservations, each sees those before it. If it is certain that nothing was stored, the reservation is given back.
   * @param store must not store anything before it is reserved. What the reservation rejects with, it must throw
   * @throws {ServiceError} `insufficient_credits` if nothing is left, before anything is stored
   */
  withReservation: <Result>(
    account: Account,
    reservation: { id: string; amount: Microcredits },
    store: (reserved: Promise<void>) => Promise<Result>,
  ) => Promise<Result>;
}
