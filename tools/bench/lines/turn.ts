import { bareWorkflow, committingTurn } from '../bare/works.ts';
import { load } from '../load.ts';
import { measure } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Row, Table } from '../tables.ts';
import { turns } from '../turns.ts';

/**
 * Work before all else. A process that has just started takes half as much CPU time again for a turn until Node has compiled
 * the code that is used often, which takes more than a thousand turns.
 */
const warmUp = { clients: 8, count: 1200 };

/** How much work is measured in each round, by the number of clients. */
const loads = [
  { clients: 1, count: 100 },
  { clients: 32, count: 320 },
  { clients: 128, count: 384 },
];

/**
 * A message and its reply through the API, beside the least that durable work can cost: a workflow with one activity, and
 * the same with the commits that the promises to a client need.
 */
export async function* measureTurns(bench: Bench): AsyncGenerator<Table> {
  const rows: Row[] = [];
  for (const { work } of [
    bareWorkflow(bench, 1),
    committingTurn(bench),
    await turns(bench.client, warmUp.clients),
  ]) {
    await load(warmUp.clients, warmUp.count, work);
  }
  for (const { clients, count } of loads) {
    const works = [
      bareWorkflow(bench, 1),
      committingTurn(bench),
      committingTurn(bench, true),
      await turns(bench.client, clients),
    ];
    rows.push(...(await measure(bench, { clients, count: bench.size(count) }, works)));
  }
  yield { title: 'A plain turn', rows };
}
