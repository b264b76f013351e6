import { startThread } from '#clients/raw/conversation.ts';
import { bareSignal } from '../bare/works.ts';
import { load } from '../load.ts';
import { measure } from '../measure.ts';
import { memoryNow } from '../memory.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { approve, type HeldCall, hold, publishPaying } from '../turns.ts';
import { decisions, decisionsOn } from './decision.ts';

const parked = 10_000;
const clients = 32;

/**
 * The cost of 10,000 runs that wait for a person: memory, and the time of decisions on others and on the oldest of
 * them.
 */
export async function* measureParked(bench: Bench): AsyncGenerator<Table> {
  await using ends = new AsyncDisposableStack();
  const agentId = await publishPaying(bench.client, ends, { gated: true });
  const each = { ...decisions, count: bench.size(decisions.count) };
  const bare = bareSignal(bench);
  const memory = [await memoryNow(bench, 'at rest')];
  const rows = await measure(bench, each, [bare, decisionsOn(bench, agentId, 'decision, no run parked')]);
  memory.push(await memoryNow(bench, 'no run parked'));

  const held: HeldCall[] = [];
  const count = bench.size(parked);
  await load(
    clients,
    count,
    async () => void held.push(await hold(bench.client, await startThread(bench.client, agentId))),
  );
  memory.push(await memoryNow(bench, `${count} runs parked`));
  const oldest = held.values();
  rows.push(
    ...(await measure(bench, each, [
      bare,
      decisionsOn(bench, agentId, `decision, ${count} runs parked`),
      {
        what: `decision on the oldest of ${count} runs`,
        work: async () => {
          const { value } = oldest.next();
          if (value !== undefined) await approve(bench.client, value);
        },
      },
    ])),
  );
  memory.push(await memoryNow(bench, 'after their decisions'));
  yield { title: 'Decisions while runs are parked', rows };
  yield { title: 'Memory while runs are parked', rows: memory };
}
