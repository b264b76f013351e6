import type { FrozenBy, FrozenRun } from '../documents/freeze.ts';

/** The freezes of workspaces. */
export interface Freezes {
  /**
   * The oldest freeze with one of these targets (engine/rules/freezes/targets.ts), as it is once everything is read that was
   * confirmed before.
   */
  covering: (workspaceId: string, targets: readonly string[]) => Promise<FrozenBy | undefined>;
  /**
   * Runs with calls that freezes hold back which were lifted.
   * @param of only those of one workspace. Default: of all
   */
  waiting: (limit: number, of?: { workspace_id: string }) => Promise<FrozenRun[]>;
}
