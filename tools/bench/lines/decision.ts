import { startThread } from '#clients/raw/conversation.ts';
import { bareSignal, committingDecision } from '../bare/works.ts';
import { measure, type Work } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { Table } from '../tables.ts';
import { approve, type HeldCall, hold, publishPaying } from '../turns.ts';

/** Node has compiled the frequent functions after this many. */
const warmUp = 200;

export const decisions = { clients: 1, count: 60 };

/**
 * From a decision to the end of its run (the approved call to a local host, then one model turn), beside the least that
 * waiting for a person can cost: a workflow from its signal to its end, with two activities, and one with the commits
 * that the promises to a client need.
 */
export async function* measureDecision(bench: Bench): AsyncGenerator<Table> {
  await using ends = new AsyncDisposableStack();
  const agentId = await publishPaying(bench.client, ends, { gated: true });
  const load = { ...decisions, count: bench.size(decisions.count), warmUp };
  const rows = await measure(bench, load, [
    bareSignal(bench),
    committingDecision(bench),
    committingDecision(bench, true),
    decisionsOn(bench, agentId),
  ]);
  yield { title: 'From a decision to the closed run', rows };
}

/** Decisions on calls that were held just before. */
export function decisionsOn({ client }: Bench, agentId: string, what = 'decision to closed'): Work {
  let held: HeldCall[] = [];
  return {
    what,
    prepare: async (count) => {
      held = [];
      while (held.length < count) held.push(await hold(client, await startThread(client, agentId)));
    },
    work: async () => {
      const next = held.pop();
      if (next === undefined) throw new Error('no call is held');
      await approve(client, next);
    },
  };
}
