import type { DirectoryRow } from '#contract/directory.ts';
import type { Database } from '../mongo/database.ts';
import { insertMissing } from '../mongo/duplicate-key.ts';

/**
 * Stores rows of a version.
 * @returns the indexes of rows whose key the version already has: of two rows with the same key, the first is kept
 */
export async function insertRows(db: Database, version: string, rows: DirectoryRow[]): Promise<number[]> {
  const documents = rows.map((row) => ({ _id: rowId(version, row.key), row }));
  return await insertMissing(db.directory_rows, documents);
}

/** The rows with these ids, in any order. */
export async function findRows(db: Database, ids: string[]): Promise<DirectoryRow[]> {
  const documents = await db.directory_rows.find({ _id: { $in: ids } }).toArray();
  return documents.map(({ row }) => row);
}

/** All rows of a version in the order of their keys, a few hundred at a time. */
export async function* readRows(db: Database, version: string): AsyncGenerator<DirectoryRow[]> {
  const cursor = db.directory_rows.find({ _id: idsOf(version) }, { batchSize: 250 }).sort({ _id: 1 });
  while (await cursor.hasNext()) yield cursor.readBufferedDocuments().map(({ row }) => row);
}

/** The ids of a version start with it and a colon. The character after the colon is a semicolon. */
export function idsOf(version: string) {
  return { $gte: rowId(version, ''), $lt: `${version};` };
}

export function rowId(version: string, key: string): string {
  return `${version}:${key}`;
}
