import type { CommandStartedEvent } from 'mongodb';
import { expect, inject, it } from 'vitest';
import { newId } from '#store/mongo/ids.ts';
import { continueConversation, readConversation, recallConversation } from '#store/threads/messages.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import { dropDatabase, openDatabaseOn } from '../support/open-database.ts';
import { perFile } from '../support/per-file.ts';

const db = perFile(() => openDatabaseOn(inject('mongodbUri')), dropDatabase);
/** A thread of messages, of which each says the position of the message that its run was opened by. */
async function threadOf(runSeqs: number[]): Promise<string> {
  const thread_id = newId();
  await db.messages.insertMany(
    runSeqs.map((run_seq, index): MessageDocument => ({
      _id: newId(),
      workspace_id: 'w',
      thread_id,
      run_id: newId(),
      run_seq,
      seq: index + 1,
      role: 'user',
      content: 'Hello',
      created_at: new Date(),
    })),
  );
  return thread_id;
}
/** The messages that a turn of a run is shown, by position. */
async function shown(thread: string, runSeq: number): Promise<number[]> {
  const [since, before] = await Promise.all([
    continueConversation(db, thread, runSeq, 100),
    readConversation(db, thread, runSeq, 100),
  ]);
  return [...since, ...before].slice(0, 100).map(({ seq }) => seq);
}
/** From a number down to another. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

it('a turn is shown the latest hundred messages, newest first', async () => {
  // Messages and their answers.
  const thread = await threadOf(Array.from({ length: 260 }, (_, index) => index + 1 - (index % 2)));
  expect((await readConversation(db, thread, 259, 100)).map(({ seq }) => seq)).toEqual(down(259, 160));
  expect(await shown(thread, 259)).toEqual(down(260, 161));
  expect(await shown(thread, 5)).toEqual(down(6, 1));
});

it('what older runs say after a run was opened is shown to it, what later runs say is not', async () => {
  // 1 is answered at 4 and 6; 2 at 5; 3 has nothing yet.
  const thread = await threadOf([1, 2, 3, 1, 2, 1]);
  expect(await shown(thread, 1)).toEqual([6, 4, 1]);
  expect(await shown(thread, 2)).toEqual([6, 5, 4, 2, 1]);
  expect(await shown(thread, 3)).toEqual(down(6, 1));
});

it('a run that says a great deal is shown the end of it', async () => {
  const thread = await threadOf([1, 2, ...Array.from({ length: 120 }, () => 2)]);
  expect(await shown(thread, 2)).toEqual(down(122, 23));
});

/** Stores a message as another process does. */
async function storeElsewhere(thread_id: string, seq: number, content = 'Hello'): Promise<void> {
  const message = { _id: newId(), workspace_id: 'w', thread_id, run_id: newId(), run_seq: seq, seq, content };
  await db.messages.insertOne({ ...message, role: 'user', created_at: new Date() });
}

/** The messages that a turn of a run is shown, equal to the stored ones, and the limit of each read for it. */
async function recalled(thread: string, runSeq: number): Promise<number[]> {
  const sizes: number[] = [];
  const note = ({ command }: CommandStartedEvent) => {
    if (command['find'] !== 'messages') return;
    const { $gt, $lte } = command['filter'].seq as { $gt: number; $lte: number };
    sizes.push($lte - $gt);
  };
  db.client.on('commandStarted', note);
  const shown = await recallConversation(db, thread, runSeq, 100);
  db.client.off('commandStarted', note);
  expect(shown).toEqual(await readConversation(db, thread, runSeq, 100));
  return sizes;
}

it('[message.remembered] of a thread that is known, only what other processes have stored since is read', async () => {
  const thread = await threadOf(Array.from({ length: 130 }, (_, index) => index + 1));
  expect(await recalled(thread, 130)).toEqual([100]);
  await storeElsewhere(thread, 131);
  await storeElsewhere(thread, 132);
  expect(await recalled(thread, 132)).toEqual([3]);
  expect(await recalled(thread, 132)).toEqual([]);
  await storeElsewhere(thread, 133);
  expect(await recalled(thread, 133)).toEqual([2]);
});

it('[message.remembered] after a restored store, in which something else was said, all of it is read', async () => {
  const thread = await threadOf(Array.from({ length: 5 }, (_, index) => index + 1));
  await recalled(thread, 5);
  await db.messages.deleteMany({ thread_id: thread, seq: { $gte: 4 } });
  for (const seq of [4, 5, 6]) await storeElsewhere(thread, seq, 'Hello');
  expect(await recalled(thread, 6)).toEqual([2, 100]);
  expect(await recalled(thread, 6)).toEqual([]);
});
