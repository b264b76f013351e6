import type { WorkspaceDocument } from '../documents/workspace.ts';
import type { Database } from '../mongo/database.ts';

/**
 * Marks a workspace as being deleted, and suspends it. Repeated, it changes nothing.
 * @returns the workspace; null if there is none
 */
export async function beginDeletion(db: Database, id: string): Promise<WorkspaceDocument | null> {
  const now = new Date();
  await db.workspaces.updateOne(
    { _id: id, suspended_at: { $exists: false } },
    { $set: { suspended_at: now } },
  );
  await db.workspaces.updateOne(
    { _id: id, deletion: { $exists: false } },
    { $set: { deletion: { begun_at: now } } },
  );
  return await db.workspaces.findOne({ _id: id });
}

/** Deletes the document of a workspace of which nothing else is left. */
export async function completeDeletion(db: Database, id: string): Promise<void> {
  await db.workspaces.deleteOne({ _id: id, deletion: { $exists: true } });
}
