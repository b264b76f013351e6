import { converse, startThread } from '#clients/raw/conversation.ts';
import { continueThread } from '../copies.ts';
import { measure } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { takeTurn } from '../turns.ts';

const messages = 10_000;
const messagesOfRun = 2;

/** A plain turn on threads of 2, 200 and 10,000 messages. A model turn reads the newest hundred at most. */
export async function* measureLongThread(bench: Bench): AsyncGenerator<Table> {
  const { client, db } = bench;
  const works = [];
  for (const count of [messagesOfRun, 200, bench.size(messages)]) {
    const thread = await startThread(client);
    const { id } = await converse(client, thread, 'Hello');
    await continueThread(db, id, Math.ceil(count / messagesOfRun) - 1);
    works.push({
      what: `plain turn, thread of ${count}`,
      work: async () => void (await takeTurn(client, thread)),
    });
  }
  const rows = await measure(bench, { clients: 1, count: bench.size(60) }, works);
  yield { title: 'A plain turn on a long thread', rows };
}
