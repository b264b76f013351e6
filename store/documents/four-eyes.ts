import type { FourEyes, GuardedKind } from '#contract/change.ts';

/** The kinds of changes that need two people, and how these have to be known. */
export interface FourEyesSettings {
  guarded: Record<GuardedKind, boolean>;
  /** Absent: in any way. */
  via?: NonNullable<FourEyes['via']>;
}

/** The settings of a workspace. */
export interface FourEyesDocument extends FourEyesSettings {
  /** The workspace. */
  _id: string;
  /** From 1; counts the changes. */
  version: number;
  updated_at: Date;
}
