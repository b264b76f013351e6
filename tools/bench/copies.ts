import type { EventDocument } from '#engine/documents/event.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { StoredTurn } from '#store/documents/turn.ts';
import type { Database } from '#store/mongo/database.ts';
import { newEventId, newId } from '#store/mongo/ids.ts';

/** The documents that the first run of a thread has stored. */
interface Left {
  thread: ThreadDocument;
  run: RunDocument;
  messages: MessageDocument[];
  turns: StoredTurn[];
  events: EventDocument[];
}

const copiesInWrite = 100;

/** Stores copies of a finished run, the only one of its thread, with threads of their own. */
export async function copyRun(db: Database, runId: string, count: number): Promise<void> {
  const left = await readLeft(db, runId);
  await inBatches(count, async (numbers) => {
    const threads = numbers.map(() => ({ ...left.thread, _id: newId() }));
    await db.threads.insertMany(threads);
    await insert(
      db,
      threads.map(({ _id }) => copyOf(left, _id, 0)),
    );
  });
}

/** Continues the thread of a finished run, the only one so far, with copies of the run. */
export async function continueThread(db: Database, runId: string, count: number): Promise<void> {
  const left = await readLeft(db, runId);
  const { _id } = left.thread;
  await inBatches(
    count,
    async (numbers) =>
      await insert(
        db,
        numbers.map((number) => copyOf(left, _id, number)),
      ),
  );
  const messages = left.messages.length * (count + 1);
  await db.threads.updateOne(
    { _id },
    {
      $set: { message_count: messages, last_seq: messages, last_event_seq: left.events.length * (count + 1) },
    },
  );
}

async function readLeft(db: Database, run_id: string): Promise<Left> {
  const run = await db.runs.findOne({ _id: run_id });
  const thread = await db.threads.findOne({ _id: run?.thread_id ?? '' });
  if (run === null || thread === null) throw new Error(`there is no run ${run_id}`);
  const [messages, turns, events] = await Promise.all([
    db.messages.find({ run_id, thread_id: thread._id }).toArray(),
    db.turns.find({ run_id }).toArray(),
    db.events.find({ run_id }).toArray(),
  ]);
  return { thread, run, messages, turns, events };
}

/** @param before how many such runs the thread has already */
function copyOf({ run, messages, turns, events }: Left, thread_id: string, before: number) {
  const run_id = newId();
  const [read, told] = [before * messages.length, before * events.length];
  return {
    run: { ...run, _id: run_id, thread_id, seq: run.seq + read },
    messages: messages.map((message) => ({
      ...message,
      _id: newId(),
      run_id,
      thread_id,
      run_seq: message.run_seq + read,
      seq: message.seq + read,
    })),
    turns: turns.map((turn) => ({ ...turn, _id: newId(), run_id })),
    events: events.map((event) => ({
      ...event,
      _id: newEventId(),
      run_id,
      thread_id,
      ...(event.thread_seq !== undefined && { thread_seq: event.thread_seq + told }),
    })),
  };
}

async function insert(db: Database, copies: ReturnType<typeof copyOf>[]): Promise<void> {
  await Promise.all([
    db.runs.insertMany(copies.map(({ run }) => run)),
    db.messages.insertMany(copies.flatMap(({ messages }) => messages)),
    db.turns.insertMany(copies.flatMap(({ turns }) => turns)),
    db.events.insertMany(copies.flatMap(({ events }) => events)),
  ]);
}

/** Calls `write` with the numbers from 1 to `count`, some at a time. */
async function inBatches(count: number, write: (numbers: number[]) => Promise<void>): Promise<void> {
  for (let from = 1; from <= count; from += copiesInWrite) {
    const length = Math.min(copiesInWrite, count - from + 1);
    await write(Array.from({ length }, (_, index) => from + index));
  }
}
