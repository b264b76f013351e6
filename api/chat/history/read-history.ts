import type { ChatHistoryMessage } from '#contract/chat.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { Database } from '#store/mongo/database.ts';
import { readRunsInFull } from '#store/runs/conversations.ts';
import { listMessages } from '#store/threads/messages.ts';
import { RunFrames } from '../frames.ts';
import { waitingOf } from '../waiting.ts';
import { MessageParts } from './add-up.ts';
import { inOrder } from './in-order.ts';
import { storedFrames, type StoredConversation } from './stored-frames.ts';

/** The longest total of the calls that are shown, in characters, and of the texts of turns. Of older runs, only messages are. */
const shownCharacters = 1024 * 1024;

/**
 * The newest messages of a thread as messages of the AI SDK, oldest first: that of the agent has all that its run said and did, also
 * while the run waits for a person.
 * @param limit how many messages of the thread are read
 */
export async function readHistory(
  db: Database,
  threadId: string,
  limit: number,
): Promise<ChatHistoryMessage[]> {
  const { items } = await listMessages(db, threadId, limit);
  const ids = [...new Set(items.map(({ run_id }) => run_id))];
  const { runs, texts, calls } = await readRunsInFull(db, ids, shownCharacters);
  const callsOf = (run_id: string) => calls.get(run_id) ?? [];
  const showsAnswers = (run_id: string) =>
    callsOf(run_id).some(({ interaction }) => interaction === 'interactive');
  const messages: ChatHistoryMessage[] = [];
  const byId = new Map(runs.map((run) => [run._id, run]));
  for (const shown of inOrder(items.toReversed(), byId, showsAnswers)) {
    if (shown.by === 'user') messages.push(ofUser(shown.message));
    else {
      const { run, reply } = shown;
      const said = texts.get(run._id) ?? new Map<number, string>();
      messages.push(await ofAgent({ run, reply, texts: said, calls: callsOf(run._id) }));
    }
    // A run can have a megabyte of results, which are parsed.
    await yieldToOthers();
  }
  return messages;
}

function ofUser({ _id, run_id, content }: MessageDocument): ChatHistoryMessage {
  return { id: _id, role: 'user', metadata: { run_id }, parts: [{ type: 'text', text: content }] };
}

/** The message of a run has its id, as in the stream. */
async function ofAgent(stored: StoredConversation): Promise<ChatHistoryMessage> {
  const { _id: run_id, thread_id } = stored.run;
  const message = new MessageParts();
  const frames = storedFrames(new RunFrames({ characters: 0, calls: [] }), stored, waitingOf(stored.run));
  for (const frame of frames) {
    message.add(frame);
    await yieldToOthers();
  }
  return {
    id: run_id,
    role: 'assistant',
    metadata: { run_id, thread_id, ...message.metadata },
    parts: message.parts,
  };
}
