import { notFound } from '#contract/errors.ts';
import type { Database } from '#store/database.ts';
import { findThread, type ThreadDocument } from '#store/threads.ts';
import { scopeOf, type Caller } from '../caller.ts';

/**
 * A thread the caller may see.
 * @throws {ServiceError} `not_found` for one that is absent or somebody else's, which are not told apart
 */
export async function visibleThread(db: Database, caller: Caller, id: string): Promise<ThreadDocument> {
  const thread = await findThread(db, scopeOf(caller), id);
  if (thread === null) throw notFound('thread');
  return thread;
}
