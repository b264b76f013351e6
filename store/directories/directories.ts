import { defined } from '#contract/defined.ts';
import type { DirectoryName } from '#contract/directory.ts';
import type { DirectoryDocument, DirectoryVersion } from '../documents/directory.ts';
import type { Database } from '../mongo/database.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { newId } from '../mongo/ids.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import { idsOf } from './rows.ts';

/** Starts an import. An import that was in progress, or whose process died, is abandoned. */
export async function beginImport(db: Database, name: DirectoryName): Promise<string> {
  const version = newId();
  await change(db, name, (before) => ({ ...giveUp(before), importing: version }));
  return version;
}

/**
 * Activates the imported version: from now on, all processes use it.
 * @returns false if another import was started meanwhile; then nothing changes
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
      ...defined({ previous: current }),
      discarded: [...before.discarded, ...(previous === undefined ? [] : [previous.id])],
    };
  });
  return after !== undefined;
}

/** Abandons an import: what it wrote has to be removed. */
export async function abandonImport(db: Database, name: DirectoryName, version: string): Promise<void> {
  await change(db, name, (before) =>
    before.importing === version
      ? giveUp(before)
      : { ...before, discarded: [...new Set([...before.discarded, version])] },
  );
}

/** Swaps the previous and the active version. Undefined if there is no previous one. */
export async function rollBack(db: Database, name: DirectoryName): Promise<DirectoryDocument | undefined> {
  return await change(db, name, (before) => {
    const { current, previous, ...rest } = before;
    if (previous === undefined || current === undefined) return undefined;
    return { ...rest, current: previous, previous: current };
  });
}

/** Removes the rows of versions that are no longer used. */
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

/** Imported directories, by name. */
export async function listDirectories(db: Database): Promise<DirectoryDocument[]> {
  return await db.directories.find().sort({ _id: 1 }).toArray();
}

function giveUp(before: DirectoryDocument): DirectoryDocument {
  const { importing, ...rest } = before;
  return importing === undefined ? rest : { ...rest, discarded: [...before.discarded, importing] };
}

/**
 * Replaces a directory's document, and retries if others come first.
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
