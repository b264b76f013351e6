import type { DirectoryName, DirectoryRow } from '#contract/directory.ts';

/** One imported version of a directory. */
export interface DirectoryVersion {
  id: string;
  /** The date of the directory itself, `YYYY-MM-DD`. */
  as_of: string;
  rows: number;
  imported_at: Date;
}

/** The active version of a directory: the one document that activating a version changes. */
export interface DirectoryDocument {
  _id: DirectoryName;
  /** Counts the changes: a change that was preceded by another one is decided again. */
  revision: number;
  current?: DirectoryVersion;
  /** The version that was active before; its rows are kept. */
  previous?: DirectoryVersion;
  /** The version that is being imported, or was when its process died. */
  importing?: string;
  /** Versions that are no longer used, whose rows have to be removed. */
  discarded: string[];
}

/** A row of a version of a directory, which is looked up by its id. */
export interface DirectoryRowDocument {
  /** The version, a colon, and the key. */
  _id: string;
  row: DirectoryRow;
}
