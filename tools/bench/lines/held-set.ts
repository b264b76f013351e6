import type { Run } from '#contract/run.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { bareSet, committingSet } from '../bare/works.ts';
import { measure, type Work } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { publishPaying } from '../turns.ts';
import { untilClosed } from '../until-closed.ts';

/** The calls of one turn. */
const calls = 30;

/** Each piece makes thirty calls, so that Node has compiled the frequent functions after this many. */
const load = { clients: 1, count: 12, warmUp: 12 };

/**
 * From one decision on all held calls of a turn to the end of its run (the calls to a local host, then one model turn), beside the least
 * that it can cost: a workflow from its signal to its end, with as many activities side by side, and one after them; and one that
 * stores what is needed to send each call at most once.
 */
export async function* measureHeldSet(bench: Bench): AsyncGenerator<Table> {
  await using ends = new AsyncDisposableStack();
  const agentId = await publishPaying(bench.client, ends, { gated: true });
  const rows = await measure(bench, { ...load, count: bench.size(load.count) }, [
    bareSet(bench, calls),
    committingSet(bench, calls),
    decisionsOnSets(bench, agentId),
  ]);
  yield { title: `From one decision on ${calls} held calls to the closed run`, rows };
}

function decisionsOnSets({ client }: Bench, agentId: string): Work {
  const script = [
    ...Array.from({ length: calls }, (_, number) => `/call pay {"number":${number}}`),
    '---',
    '/say done',
  ].join('\n');
  let held: Run[] = [];
  return {
    what: `one decision on ${calls} calls to closed`,
    prepare: async (count) => {
      held = [];
      while (held.length < count) {
        const run = await settled(client, await post(client, await startThread(client, agentId), script));
        if (run.pending_confirmations?.length !== calls)
          throw new Error(`run ${run.id} does not hold ${calls} calls`);
        held.push(run);
      }
    },
    work: async () => {
      const run = held.pop();
      if (run === undefined) throw new Error('nothing is held');
      const items = (run.pending_confirmations ?? []).map(({ run_id, tool_call_id, digest }) => ({
        run_id,
        tool_call_id,
        digest,
      }));
      await client.call('POST', '/v1/loom/approvals/decide', { json: { decision: 'approve', items } });
      await untilClosed(client, run.id);
    },
  };
}
