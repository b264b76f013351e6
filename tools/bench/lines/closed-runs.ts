import { converse, startThread } from '#clients/raw/conversation.ts';
import { bareWorkflow } from '../bare/works.ts';
import { copyRun } from '../copies.ts';
import { measure } from '../measure.ts';
import { memoryNow } from '../memory.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { turns } from '../turns.ts';

const closed = 100_000;
const each = { clients: 1, count: 100 };

/** A plain turn before and after 100,000 closed runs were stored, each with its thread, messages, turn and events. */
export async function* measureClosedRuns(bench: Bench): AsyncGenerator<Table> {
  const { client, db } = bench;
  const load = { ...each, count: bench.size(each.count) };
  const bare = bareWorkflow(bench, 1);
  const rows = await measure(bench, load, [bare, await turns(client, 1, 'plain turn, new store')]);
  const memory = [await memoryNow(bench, 'new store')];
  const { id } = await converse(client, await startThread(client), 'Hello');
  const count = bench.size(closed);
  await copyRun(db, id, count);
  rows.push(
    ...(await measure(bench, load, [bare, await turns(client, 1, `plain turn, ${count} closed runs`)])),
  );
  memory.push(await memoryNow(bench, `${count} closed runs`));
  yield { title: 'A plain turn beside closed runs', rows };
  yield { title: 'Memory beside closed runs', rows: memory };
}
