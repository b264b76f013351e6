import { defined } from '#contract/defined.ts';
import { LRUCache } from 'lru-cache';
import type { Message } from '#contract/message.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { SaidMessage } from '#engine/ports/conversation-store.ts';
import type { Database } from '../mongo/database.ts';
import { readPage } from '../mongo/page.ts';

/** A thread's messages, newest first. The position is the last message's `seq`. */
export async function listMessages(
  db: Database,
  threadId: string,
  limit: number,
  before?: number,
): Promise<Page<MessageDocument, number>> {
  const documents = db.messages
    .find({ thread_id: threadId, ...(before === undefined ? {} : { seq: { $lt: before } }) })
    .sort({ seq: -1 });
  return await readPage(documents, limit, (last) => last.seq);
}

/** A message of a workspace; null if there is none. Whether a caller may see it depends on its thread. */
export async function findMessage(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<MessageDocument | null> {
  return await db.messages.findOne({ _id: id, workspace_id: workspaceId });
}

/** The part that a model turn sees: most of a message's bytes are ids, times and what its client attached. */
const saidFields = { _id: 0, role: 1, content: 1, told: 1, seq: 1, run_id: 1 } as const;

/** What was said on a thread up to the message at this position: the latest messages, newest first. */
export async function readConversation(
  db: Database,
  threadId: string,
  runSeq: number,
  limit: number,
): Promise<SaidMessage[]> {
  return await db.messages
    .find<SaidMessage>(
      { thread_id: threadId, seq: { $gt: runSeq - limit, $lte: runSeq } },
      { projection: saidFields },
    )
    .sort({ seq: -1 })
    .toArray();
}

/** A later turn of a run follows its first within seconds, or a person was asked in between. */
const rememberedMs = 10_000;
const mostRemembered = 500;
const mostCharacters = 8 * 1024 * 1024;

/**
 * {@link readConversation}, from memory for the turns that soon follow another one of the same run in this process: what was
 * said up to a message does not change.
 */
export function rememberedConversations(
  db: Database,
): (threadId: string, runSeq: number, limit: number) => Promise<SaidMessage[]> {
  const remembered = new LRUCache<string, SaidMessage[]>({
    max: mostRemembered,
    maxSize: mostCharacters,
    sizeCalculation: (messages) =>
      messages.reduce((sum, { content, told = '' }) => sum + content.length + told.length + 100, 1),
    ttl: rememberedMs,
  });
  return async (threadId, runSeq, limit) => {
    const key = `${threadId} ${runSeq} ${limit}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const read = await readConversation(db, threadId, runSeq, limit);
    remembered.set(key, read);
    return read;
  };
}

/** What was said since in runs up to the one at this position: the latest messages, newest first. */
export async function continueConversation(
  db: Database,
  threadId: string,
  runSeq: number,
  limit: number,
): Promise<SaidMessage[]> {
  return await db.messages
    .find<SaidMessage>(
      { thread_id: threadId, seq: { $gt: runSeq }, run_seq: { $lte: runSeq } },
      { projection: saidFields },
    )
    .sort({ seq: -1 })
    .limit(limit)
    .toArray();
}

export function toMessage(document: MessageDocument): Message {
  return {
    id: document._id,
    role: document.role,
    content: document.content,
    parts: document.parts === undefined ? null : fromJsonText(document.parts),
    ...defined({ finish: document.finish }),
    run_id: document.run_id,
    seq: document.seq,
    ...(document.metadata === undefined ? {} : { metadata: fromJsonText(document.metadata) }),
    created_at: toTimestamp(document.created_at),
  };
}
