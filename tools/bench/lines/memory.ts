import { load } from '../load.ts';
import { memoryNow } from '../memory.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { turns } from '../turns.ts';

const clients = 24;
const runs = 8000;
const parts = 4;

/** Resident memory of each process at rest, and under continuous load. */
export async function* measureMemory(bench: Bench): AsyncGenerator<Table> {
  const rows = [await memoryNow(bench, 'at rest')];
  const { work } = await turns(bench.client, clients);
  for (let part = 1; part <= parts; part += 1) {
    await load(clients, bench.size(runs / parts), work);
    rows.push(await memoryNow(bench, `after ${part * bench.size(runs / parts)} runs by ${clients} clients`));
  }
  yield { title: 'Memory', rows };
}
