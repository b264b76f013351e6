import { startThread } from '#clients/raw/conversation.ts';
import { bareWorkflow } from '../bare/works.ts';
import { measure } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { callAndReply, publishPaying, takeTurn, turns } from '../turns.ts';

/** Node has compiled the frequent functions after this many. */
const warmUp = 200;

/** A run that makes one call by itself, beside one that makes none. */
export async function* measureSilentCall(bench: Bench): AsyncGenerator<Table> {
  await using ends = new AsyncDisposableStack();
  const { client } = bench;
  const thread = await startThread(client, await publishPaying(client, ends, { gated: false }));
  const rows = await measure(bench, { clients: 1, count: bench.size(60), warmUp }, [
    await turns(client, 1),
    {
      what: 'turn with one silent call',
      work: async () => void (await takeTurn(client, thread, callAndReply)),
    },
    bareWorkflow(bench, 1),
    bareWorkflow(bench, 2),
  ]);
  yield { title: 'A turn with one silent call', rows };
}
