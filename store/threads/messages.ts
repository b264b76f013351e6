import { defined } from '#contract/defined.ts';
import type { Message } from '#contract/message.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { replyId } from '#engine/documents/derived-ids.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { MessageForModel } from '#engine/ports/conversation-store.ts';
import type { Database } from '../mongo/database.ts';
import { readPage } from '../mongo/page.ts';
import { isSameMessage } from '../mongo/remembered-conversations.ts';
import { messageFieldsForModel } from '../mongo/message-for-model.ts';

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

/** The message with which a run has replied; null if there is none. */
export async function findReply(
  db: Database,
  { _id }: Pick<RunDocument, '_id'>,
): Promise<MessageDocument | null> {
  return await db.messages.findOne({ _id: replyId(_id) });
}

/** The messages of a thread up to a position, newest first. */
export async function readConversation(
  db: Database,
  threadId: string,
  runSeq: number,
  limit: number,
): Promise<MessageForModel[]> {
  return await db.messages
    .find<MessageForModel>(
      { thread_id: threadId, seq: { $gt: runSeq - limit, $lte: runSeq } },
      { projection: { _id: 0, ...messageFieldsForModel } },
    )
    .sort({ seq: -1 })
    .toArray();
}

/** {@link readConversation}, as far as possible from memory: what this process has read or stored lately is not read again. */
export async function recallConversation(
  db: Database,
  threadId: string,
  runSeq: number,
  limit: number,
): Promise<MessageForModel[]> {
  const known = db.conversations.upTo(threadId, runSeq, limit);
  if (known !== undefined) return known;
  const before = db.conversations.before(threadId, runSeq, limit) ?? [];
  const read =
    (await withNewer(db, threadId, runSeq, before)) ?? (await readConversation(db, threadId, runSeq, limit));
  db.conversations.read(threadId, runSeq, limit, read);
  return read;
}

/**
 * Messages that are known, after those that have followed them, which are read.
 * @param known newest first. The newest is read once more
 * @returns undefined if it is another one now
 */
async function withNewer(
  db: Database,
  threadId: string,
  runSeq: number,
  known: MessageForModel[],
): Promise<MessageForModel[] | undefined> {
  const [newest, ...others] = known;
  if (newest === undefined) return undefined;
  const length = runSeq - newest.seq + 1;
  const read = await readConversation(db, threadId, runSeq, length);
  const again = read.at(-1);
  const isContinued = read.length === length && again !== undefined && isSameMessage(again, newest);
  return isContinued ? [...read, ...others] : undefined;
}

/** The later messages of runs up to a position, newest first. */
export async function continueConversation(
  db: Database,
  threadId: string,
  runSeq: number,
  limit: number,
): Promise<MessageForModel[]> {
  return await listAfter(db, threadId, { after: runSeq, run_seq: { $lte: runSeq } }, limit);
}

/** The messages of runs that were opened after a position, newest first. */
export async function listLaterMessages(
  db: Database,
  threadId: string,
  runSeq: number,
  limit: number,
): Promise<MessageForModel[]> {
  return await listAfter(db, threadId, { after: runSeq, run_seq: { $gt: runSeq } }, limit);
}

/** The messages after a position, of the runs whose own positions fit, newest first. */
async function listAfter(
  db: Database,
  threadId: string,
  { after, run_seq }: { after: number; run_seq: { $lte: number } | { $gt: number } },
  limit: number,
): Promise<MessageForModel[]> {
  return await db.messages
    .find<MessageForModel>(
      { thread_id: threadId, seq: { $gt: after }, run_seq },
      { projection: { _id: 0, ...messageFieldsForModel } },
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
