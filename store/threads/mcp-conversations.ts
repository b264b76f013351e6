import type { McpConversationDocument } from '../documents/mcp-conversation.ts';
import type { Database } from '../mongo/database.ts';
import { upsert } from '../mongo/upsert.ts';

/**
 * The thread that a grant's next message continues. If the grant has none, it is the given one from now on: of several
 * callers at once, in any process, all receive the same.
 */
export async function currentThreadId(db: Database, grantId: string, threadId: string): Promise<string> {
  const known = await db.mcp_conversations.findOne({ _id: grantId });
  if (known !== null) return known.thread_id;
  const found = await change(db, grantId, { $ifNull: ['$thread_id', threadId] });
  return found.thread_id;
}

/** Has the grant's next message continue this thread. */
export async function continueThread(db: Database, grantId: string, threadId: string): Promise<void> {
  await change(db, grantId, threadId);
}

async function change(db: Database, grantId: string, thread_id: unknown): Promise<McpConversationDocument> {
  return await upsert<McpConversationDocument>(db.mcp_conversations, grantId, [{ $set: { thread_id } }]);
}
