import type { Collection } from 'mongodb';
import type { Documents } from '../documents/documents.ts';
import type { Database } from '../mongo/database.ts';
import { childrenOf, type WorkspaceData, workspaceData } from './workspace-data.ts';

/** The most documents that one operation deletes. */
const pageSize = 500;
/** The most documents that are deleted together with those that belong to them. */
const parentsAtOnce = 100;

/**
 * Deletes everything of a workspace but its own document, which says how far this has come: a crash loses nothing, and the
 * next call continues. What is stored meanwhile by work that is under way, the next call deletes.
 * @returns how many documents it has deleted
 */
export async function deleteData(db: Database, workspaceId: string): Promise<number> {
  let deleted = await finishBatch(db, workspaceId);
  for (const [collection, data] of Object.entries(workspaceData as Record<string, WorkspaceData>)) {
    deleted += await deleteFrom(db, collection as keyof Documents, data, workspaceId);
  }
  return deleted;
}

async function deleteFrom(
  db: Database,
  name: keyof Documents,
  data: WorkspaceData,
  workspace_id: string,
): Promise<number> {
  if (data === null) return 0;
  if (data === 'id') return await deleteAll(db, name, { _id: workspace_id });
  if (data === 'scanned') return await deleteAll(db, name, { workspace_id });
  if (data === 'found') {
    return childrenOf(name).length > 0
      ? await deleteWithChildren(db, name, workspace_id)
      : await deletePages(db, name, { workspace_id });
  }
  // Deleted with the documents that they belong to.
  if ('of' in data) return 0;
  let deleted = 0;
  for (const filter of data) deleted += await deletePages(db, name, { ...filter, workspace_id });
  return deleted;
}

/**
 * Deletes documents in batches, each before those that belong to it, so that nothing is added to them. The ids of a batch are
 * stored first: without the documents, nothing else leads to those that belong to them.
 */
async function deleteWithChildren(db: Database, name: keyof Documents, workspaceId: string): Promise<number> {
  for (let deleted = 0; ;) {
    const ids = await idsOf(db, name, { workspace_id: workspaceId }, parentsAtOnce);
    if (ids.length === 0) return deleted;
    await db.workspaces.updateOne(
      { _id: workspaceId },
      { $set: { 'deletion.batch': { collection: name, ids } } },
    );
    deleted += await finishBatch(db, workspaceId);
  }
}

/** Deletes the documents of the batch that is stored with the workspace, if there is one, with what belongs to them. */
async function finishBatch(db: Database, workspaceId: string): Promise<number> {
  const workspace = await db.workspaces.findOne({ _id: workspaceId });
  const batch = workspace?.deletion?.batch;
  if (batch === undefined) return 0;
  let deleted = await deleteAll(db, batch.collection as keyof Documents, { _id: { $in: batch.ids } });
  for (const { name, by } of childrenOf(batch.collection)) {
    deleted += await deletePages(db, name, { [by]: { $in: batch.ids } });
  }
  await db.workspaces.updateOne({ _id: workspaceId }, { $unset: { 'deletion.batch': '' } });
  return deleted;
}

async function deletePages(db: Database, name: keyof Documents, filter: object): Promise<number> {
  for (let deleted = 0; ;) {
    const ids = await idsOf(db, name, filter, pageSize);
    if (ids.length > 0) deleted += await deleteAll(db, name, { _id: { $in: ids } });
    if (ids.length < pageSize) return deleted;
  }
}

async function deleteAll(db: Database, name: keyof Documents, filter: object): Promise<number> {
  const { deletedCount } = await collectionOf(db, name).deleteMany(filter);
  return deletedCount;
}

async function idsOf(db: Database, name: keyof Documents, filter: object, limit: number): Promise<string[]> {
  const found = await collectionOf(db, name)
    .find(filter, { projection: { _id: 1 } })
    .limit(limit)
    .toArray();
  return found.map(({ _id }) => _id);
}

function collectionOf(db: Database, name: keyof Documents): Collection<{ _id: string }> {
  return db[name] as unknown as Collection<{ _id: string }>;
}
