import { notFound } from '#contract/errors.ts';
import type { Database } from '#store/mongo/database.ts';
import { findThread } from '#store/threads/threads.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import { type Caller, scopeOf } from '../../http/authentication/caller.ts';

/**
 * A thread that the caller may see.
 * @throws {ServiceError} `not_found` for a thread that does not exist or belongs to somebody else, without distinction
 */
export async function visibleThread(db: Database, caller: Caller, id: string): Promise<ThreadDocument> {
  const thread = await findThread(db, scopeOf(caller), id);
  if (thread === null) throw notFound('thread');
  return thread;
}
