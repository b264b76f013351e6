import { findWorkspace } from '#store/credentials/workspaces.ts';
import type { WorkspaceDocument } from '#store/documents/workspace.ts';
import type { Database } from '#store/mongo/database.ts';

/** @throws {Error} if there is no such workspace */
export async function mustExist(db: Database, id: string): Promise<WorkspaceDocument> {
  return found(await findWorkspace(db, id), id);
}

/** @throws {Error} if there was no such workspace */
export function found<Found>(value: Found | null | false, id: string): Found {
  if (value === null || value === false) throw new Error(`no workspace ${id}`);
  return value;
}
