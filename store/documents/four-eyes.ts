import type { GuardedKind } from '#contract/change.ts';

/** What two people have to change together. */
export interface FourEyesDocument {
  /** The workspace. */
  _id: string;
  guarded: Record<GuardedKind, boolean>;
  /** From 1; counts the changes. */
  version: number;
  updated_at: Date;
}
