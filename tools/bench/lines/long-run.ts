import { setTimeout as sleep } from 'node:timers/promises';
import { post, startThread } from '#clients/raw/conversation.ts';
import { cpuPerWork } from '../cpu.ts';
import { median } from '../figures.ts';
import { memoryNow } from '../memory.ts';
import type { Bench } from '../start-bench.ts';
import { cells, eachProcess, type Row, type Table } from '../tables.ts';
import { mostTurns, publishPaying } from '../turns.ts';
import { untilClosed } from '../until-closed.ts';

const parts = 10;
const lookEveryMs = 200;

/** A run of 1,000 turns, each but the last with a call: what a turn takes at its start and at its end. */
export async function* measureLongRun(bench: Bench): AsyncGenerator<Table> {
  await using ends = new AsyncDisposableStack();
  const { client, db, layout, pids } = bench;
  const agentId = await publishPaying(client, ends, { gated: false });
  const inPart = Math.floor(bench.size(mostTurns) / parts);
  const memory = [await memoryNow(bench, 'before the run')];
  const calls = Array.from({ length: inPart * parts - 1 }, () => '/call pay {}');
  const run_id = await post(
    client,
    await startThread(client, agentId),
    [...calls, '/say done'].join('\n---\n'),
  );
  const rows: Row[] = [];
  for (let part = 1; part <= parts; part += 1) {
    const cpu = await cpuPerWork(pids, inPart, async () => {
      while ((await db.turns.countDocuments({ run_id })) < part * inPart) await sleep(lookEveryMs);
    });
    const taken = await db.turns
      .find({ run_id, seq: { $gt: (part - 1) * inPart, $lte: part * inPart } })
      .toArray();
    const times = taken.toSorted((a, b) => a.seq - b.seq).map(({ created_at }) => created_at.getTime());
    rows.push({
      what: `turns ${(part - 1) * inPart + 1} to ${part * inPart}`,
      layout,
      ...cells({ 'p50 ms': median(times.slice(1).map((time, index) => time - (times[index] ?? 0))) }),
      'CPU ms': eachProcess(cpu, 1),
    });
  }
  await untilClosed(client, run_id);
  memory.push(await memoryNow(bench, 'after the run'));
  yield { title: 'The turns of a long run', rows };
  yield { title: 'Memory with a long run', rows: memory };
}
