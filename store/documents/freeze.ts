import type { FreezeScope } from '#contract/freeze.ts';

/** A freeze, also once it was lifted. */
export interface FreezeDocument {
  /** UUID v7: a later freeze of the same has another one. */
  _id: string;
  workspace_id: string;
  scope: FreezeScope;
  /** The key of an agent, or the id of a connection or payee. Absent for the workspace. */
  id?: string;
  /** The text by which it is found for a call (engine/rules/freezes/targets.ts). */
  target: string;
  reason: string;
  /** The actor who gave the reason; absent if the request named nobody. */
  actor?: string;
  at: Date;
  /** The same text while it holds, and its own id once it is lifted: no two that hold have the same. */
  key: string;
  /** Absent while it holds. */
  lifted_at?: Date;
}
