import type { DirectoryRow } from '#contract/directory.ts';

/** A row of a version of a directory, which is looked up by its id. */
export interface DirectoryRowDocument {
  /** The version, a colon, and the key. */
  _id: string;
  row: DirectoryRow;
}
