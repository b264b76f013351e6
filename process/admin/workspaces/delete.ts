import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { terminateWorkflows } from '#adapters/temporal/terminate-workflows.ts';
import { deleteData } from '#store/deletion/delete-data.ts';
import { beginDeletion, completeDeletion } from '#store/deletion/deletions.ts';
import type { Database } from '#store/mongo/database.ts';
import { found } from './must-exist.ts';

/**
 * How long work that is under way elsewhere may still store something: requests that were admitted with a credential that
 * processes remember for five seconds, and activities of workflows that were terminated.
 */
const settlesMs = 6000;
/** The most passes. Streams end within 15 seconds, and a call to a host within minutes. */
const mostPasses = 50;

/** The result of a deletion. */
export interface DeletedWorkspace {
  /** How many documents were deleted. */
  deleted: number;
  /** How many workflows were terminated in Temporal. */
  terminated: number;
}

/**
 * Deletes a workspace: suspends it, terminates its workflows and deletes its data, until a pass finds nothing that is left. A
 * deletion that was interrupted continues with the next call.
 * @throws {Error} if there is no such workspace, or something still stores data of it after minutes
 */
export async function deleteWorkspace(
  { db, temporal }: { db: Database; temporal: Client },
  id: string,
): Promise<DeletedWorkspace> {
  found(await beginDeletion(db, id), id);
  const total: DeletedWorkspace = { deleted: 0, terminated: 0 };
  for (let pass = 0; pass < mostPasses; pass += 1) {
    if (pass > 0) await sleep(settlesMs);
    const terminated = await terminateWorkflows(temporal, id, 'the workspace was deleted');
    const deleted = await deleteData(db, id);
    total.terminated += terminated;
    total.deleted += deleted;
    if (pass > 0 && terminated + deleted === 0) {
      await completeDeletion(db, id);
      return total;
    }
  }
  throw new Error(`something still stores data of the workspace ${id}: delete it again`);
}
