import type { DirectoryName } from '#contract/directory.ts';
import type { DirectoryDocument, DirectoryVersion } from '../documents/directory.ts';
import type { Database } from '../mongo/database.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newId } from '../mongo/ids.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '../mongo/stale-write.ts';
import { idsOf } from './rows.ts';

/** Begins an import. One that was under way, or whose process died, is given up. */
export async function beginImport(db: Database, name: DirectoryName): Promise<string> {
  const version = newId();
  await change(db, name, (before) => ({ ...giveUp(before), importing: version }));
  return version;
}

/**
 * Switches over to the version that was imported: from now on it is looked in, by all processes.
 * @returns false when another import was begun meanwhile; then nothing changes
 */
export async function finishImport(
  db: Database,
  name: DirectoryName,
  version: DirectoryVersion,
): Promise<boolean> {
  const after = await change(db, name, (before) => {
    if (before.importing !== version.id) return undefined;
    const { current, previous, importing: _finished, ...rest } = before;
    return {
      ...rest,
      current: version,
      ...(current === undefined ? {} : { previous: current }),
      discarded: [...before.discarded, ...(previous === undefined ? [] : [previous.id])],
    };
  });
  return after !== undefined;
}

/** Gives an import up: what it wrote is to be removed. */
export async function abandonImport(db: Database, name: DirectoryName, version: string): Promise<void> {
  await change(db, name, (before) =>
    before.importing === version
      ? giveUp(before)
      : { ...before, discarded: [...new Set([...before.discarded, version])] },
  );
}

/** Makes the previous version the current one, and the other way round. Undefined when there is no previous one. */
export async function rollBack(db: Database, name: DirectoryName): Promise<DirectoryDocument | undefined> {
  return await change(db, name, (before) => {
    const { current, previous, ...rest } = before;
    if (previous === undefined || current === undefined) return undefined;
    return { ...rest, current: previous, previous: current };
  });
}

/** Removes the rows of versions that nobody looks in any more. */
export async function removeDiscarded(db: Database, name: DirectoryName): Promise<void> {
  const found = await db.directories.findOne({ _id: name });
  for (const version of found?.discarded ?? []) {
    await db.directory_rows.deleteMany({ _id: idsOf(version) });
    await change(db, name, (before) => ({
      ...before,
      discarded: before.discarded.filter((id) => id !== version),
    }));
  }
}

/** Directories that were imported, by name. */
export async function listDirectories(db: Database): Promise<DirectoryDocument[]> {
  return await db.directories.find().sort({ _id: 1 }).toArray();
}

function giveUp(before: DirectoryDocument): DirectoryDocument {
  const { importing, ...rest } = before;
  return importing === undefined ? rest : { ...rest, discarded: [...before.discarded, importing] };
}

/**
 * Replaces a directory's document, once more if others come first.
 * @throws {ContentionError}
 */
async function change(
  db: Database,
  name: DirectoryName,
  decide: (before: DirectoryDocument) => DirectoryDocument | undefined,
): Promise<DirectoryDocument | undefined> {
  return await retryOnConflict(`the directory ${name}`, async () => {
    const found = await db.directories.findOne({ _id: name });
    const before: DirectoryDocument = found ?? { _id: name, revision: 0, discarded: [] };
    const decided = decide(before);
    if (decided === undefined) return undefined;
    const after = { ...decided, revision: before.revision + 1 };
    await replace(db, found, after);
    return after;
  });
}

async function replace(
  db: Database,
  before: DirectoryDocument | null,
  after: DirectoryDocument,
): Promise<void> {
  if (before === null) {
    await insertNew(db.directories, after);
    return;
  }
  const { _id, revision } = before;
  const { matchedCount } = await db.directories.replaceOne({ _id, revision }, after);
  if (matchedCount === 0) throw new StaleWriteError('the directory was changed first');
}
