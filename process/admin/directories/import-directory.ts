import type { DirectoryName, DirectoryRow } from '#contract/directory.ts';
import type { Database } from '#store/mongo/database.ts';
import { abandonImport, beginImport, finishImport, removeDiscarded } from '#store/directories/directories.ts';
import type { DirectoryVersion } from '#store/documents/directory.ts';
import { insertRows } from '#store/directories/rows.ts';
import { readBicDirectory } from './bic.ts';
import { readCdv } from './cdv.ts';
import { readEiscd } from './eiscd.ts';
import { readFedach } from './fedach.ts';
import type { RowReader } from './row-reader.ts';

const readers: Readonly<Record<DirectoryName, RowReader>> = {
  fedach: readFedach,
  eiscd: readEiscd,
  bic: readBicDirectory,
  cdv: readCdv,
};

/** How many rows are stored at a time, which bounds memory for any size of file. */
const batchSize = 1000;

/** The directory to import. */
export interface DirectoryImport {
  directory: DirectoryName;
  file: string;
  /** The date of the directory itself, `YYYY-MM-DD`. */
  as_of: string;
  /** Called for each line that is refused. */
  onRefused: (line: number, reason: string) => void;
  /** Ends the import without activating it. */
  signal: AbortSignal;
}

/** The result of importing a file. */
export interface ImportedDirectory {
  version: DirectoryVersion;
  refused: number;
  left_out: number;
}

/**
 * Imports a directory. Its rows are stored beside those of the active version, and it is activated after the last of
 * them. Until then, whatever happens, the old version stays active.
 * @throws {Error} if the file cannot be read, no row of it can be used, or another import was started meanwhile
 */
export async function importDirectory(db: Database, wanted: DirectoryImport): Promise<ImportedDirectory> {
  const { directory, as_of } = wanted;
  const id = await beginImport(db, directory);
  try {
    // Includes those of an import that was killed.
    await removeDiscarded(db, directory);
    const { rows, ...counts } = await storeRows(db, id, wanted);
    if (rows === 0) throw new Error('no row of the file can be used: the directory stays as it is');
    const version = { id, as_of, rows, imported_at: new Date() };
    if (!(await finishImport(db, directory, version))) {
      throw new Error('another import of the directory was begun meanwhile: this one is given up');
    }
    await removeDiscarded(db, directory);
    return { version, ...counts };
  } catch (error) {
    await abandonImport(db, directory, id);
    await removeDiscarded(db, directory);
    throw error;
  }
}

interface Counts {
  rows: number;
  refused: number;
  left_out: number;
}

async function storeRows(
  db: Database,
  version: string,
  { directory, file, as_of, onRefused, signal }: DirectoryImport,
): Promise<Counts> {
  const counts: Counts = { rows: 0, refused: 0, left_out: 0 };
  const refuse = (line: number, reason: string) => {
    counts.refused += 1;
    onRefused(line, reason);
  };
  let batch: { line: number; row: DirectoryRow }[] = [];
  const store = async () => {
    if (signal.aborted) throw new Error('interrupted: the directory stays as it is');
    const repeated = await insertRows(
      db,
      version,
      batch.map(({ row }) => row),
    );
    for (const index of repeated) refuse(batch[index]?.line ?? 0, 'its code stands in an earlier line');
    counts.rows += batch.length - repeated.length;
    batch = [];
  };
  for await (const read of readers[directory](file)) {
    if ('refused' in read) refuse(read.line, read.refused);
    else if ('leftOut' in read) counts.left_out += 1;
    else batch.push({ line: read.line, row: { ...read.row, as_of } });
    if (batch.length === batchSize) await store();
  }
  if (batch.length > 0) await store();
  return counts;
}
