import type { DirectoryName, DirectoryRow } from '#contract/directory.ts';

/** A directory as it was imported once. */
export interface DirectoryVersion {
  id: string;
  /** The directory's own day, `YYYY-MM-DD`. */
  as_of: string;
  rows: number;
  imported_at: Date;
}

/** Which version of a directory is looked in: the one document that a switch-over changes. */
export interface DirectoryDocument {
  _id: DirectoryName;
  /** Counts the changes: a change that another one came before is decided again. */
  revision: number;
  current?: DirectoryVersion;
  /** What was current before; its rows are kept. */
  previous?: DirectoryVersion;
  /** The version that is being imported, or was when its process died. */
  importing?: string;
  /** Versions that nobody looks in any more, whose rows are to be removed. */
  discarded: string[];
}

/** A row of a version of a directory: found by its id alone. */
export interface DirectoryRowDocument {
  /** The version, a colon, and the key. */
  _id: string;
  row: DirectoryRow;
}
