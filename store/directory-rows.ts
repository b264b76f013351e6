import { MongoBulkWriteError, MongoServerError } from 'mongodb';
import type { DirectoryRow } from '#contract/directory.ts';
import type { Database } from './database.ts';

/** A row of a version of a directory: found by its id alone. */
export interface DirectoryRowDocument {
  /** The version, a colon, and the key. */
  _id: string;
  row: DirectoryRow;
}

const duplicateKey = 11000;

export function isRepeatedInsert(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/**
 * Stores rows of a version.
 * @returns the indexes of those whose key the version has already: of two rows with one key the first stays
 */
export async function insertRows(db: Database, version: string, rows: DirectoryRow[]): Promise<number[]> {
  const documents = rows.map((row) => ({ _id: rowId(version, row.key), row }));
  try {
    await db.directory_rows.insertMany(documents, { ordered: false });
    return [];
  } catch (error) {
    const refused = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (refused.length === 0 || refused.some(({ code }) => code !== duplicateKey)) throw error;
    return refused.map(({ index }) => index);
  }
}

/** The rows with these ids, in any order. */
export async function findRows(db: Database, ids: string[]): Promise<DirectoryRow[]> {
  const documents = await db.directory_rows.find({ _id: { $in: ids } }).toArray();
  return documents.map(({ row }) => row);
}

export function rowId(version: string, key: string): string {
  return `${version}:${key}`;
}
