import type { FreezeScope } from '#contract/freeze.ts';

/** A freeze, as a call that it holds back knows it. */
export interface FrozenBy {
  freeze_id: string;
  scope: FreezeScope;
  /** The key of an agent, or the id of a connection or payee. Absent for the workspace. */
  id?: string;
  reason: string;
  at: Date;
}

/** A run with calls that freezes hold back which were lifted since. */
export interface FrozenRun {
  run_id: string;
  thread_id: string;
  lifted: LiftedFreeze[];
}

/** That a freeze was lifted. */
export interface LiftedFreeze {
  freeze_id: string;
  /** Unknown if that was too long ago. */
  lifted_at?: Date;
}
