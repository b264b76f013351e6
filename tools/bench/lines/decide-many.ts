import pLimit from 'p-limit';
import type { DecidedItems } from '#contract/decide-many.ts';
import type { Run } from '#contract/run.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import type { Client } from '#clients/raw/client.ts';
import { measure, type Work } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { publishPaying } from '../turns.ts';
import { untilClosed } from '../until-closed.ts';

/** As many as one request decides on. */
const items = 100;
/** Runs that are made ready at once. */
const atOnce = 8;

/** One request that decides on a hundred held calls, until its response: of a run each, and of runs with twenty each. */
export async function* measureDecideMany(bench: Bench): AsyncGenerator<Table> {
  await using ends = new AsyncDisposableStack();
  const agentId = await publishPaying(bench.client, ends, { gated: true });
  const rows = await measure(
    bench,
    // One piece a round, because the calls of the one before it are still being made.
    { clients: 1, count: 1, warmUp: 1 },
    [1, 20].map((calls) => decisionOn(bench.client, agentId, calls)),
  );
  yield { title: `One request that approves ${items} held calls`, rows };
}

function decisionOn(client: Client, agentId: string, calls: number): Work {
  const script = [...Array.from({ length: calls }, () => '/call pay {}'), '---', '/say done'].join('\n');
  const held: Run[] = [];
  const decided: string[] = [];
  const limit = pLimit(atOnce);
  const hold = async () =>
    void held.push(await settled(client, await post(client, await startThread(client, agentId), script)));
  return {
    what: `${items} calls of ${items / calls} runs`,
    prepare: async (count) => {
      const runs = (count * items) / calls;
      await Promise.all(Array.from({ length: runs }, async () => await limit(hold)));
    },
    work: async () => {
      const runs = held.splice(0, items / calls);
      const json = {
        decision: 'approve',
        items: runs
          .flatMap(({ pending_confirmations = [] }) => pending_confirmations)
          .map(({ run_id, tool_call_id, digest }) => ({ run_id, tool_call_id, digest })),
      };
      const { results } = await client.call<DecidedItems>('POST', '/v1/loom/approvals/decide', { json });
      const accepted = results.filter(({ result }) => result === 'accepted').length;
      if (accepted !== items) throw new Error(`${accepted} of ${items} decisions were accepted`);
      decided.push(...runs.map(({ id }) => id));
    },
    finish: async () => {
      for (const id of decided.splice(0)) await untilClosed(client, id);
    },
  };
}
