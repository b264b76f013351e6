import { randomUUID } from 'node:crypto';
import type { Thread } from '#contract/thread.ts';
import { serveLoopback } from '#dev/loopback-server.ts';
import { bareTaskQueue } from './bare/task-queue.ts';
import { compare, type Comparison } from './comparison.ts';
import type { Bench } from './start-bench.ts';

const count = 60;

/**
 * From a decision to the end of its run (the approved call to a local host, then one model turn), compared with the
 * least that waiting for a person can cost: a bare workflow from its signal to its end, with two empty activities.
 */
export async function compareDecision({ http, temporal, pids }: Bench): Promise<Comparison[]> {
  const host = await serveLoopback(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  const agent_id = await publishHeld(http, host.url);
  let waiting: string[] = [];
  let held: { run: string; call: string }[] = [];
  const comparison = await compare(
    { title: 'decision to closed run against signal to closed workflow', clients: 1, count, pids },
    {
      prepare: async (works) => {
        waiting = Array.from({ length: works }, () => randomUUID());
        for (const workflowId of waiting) {
          await temporal.workflow.start('bareWait', { taskQueue: bareTaskQueue, workflowId });
        }
      },
      work: async () => {
        const handle = temporal.workflow.getHandle(waiting.pop() ?? '');
        await handle.signal('go');
        await handle.result();
      },
    },
    {
      prepare: async (works) => {
        held = [];
        for (let index = 0; index < works; index += 1) held.push(await hold(http, agent_id));
      },
      work: async () => {
        const { run, call } = held.pop() ?? { run: '', call: '' };
        await http.call('POST', `/v1/loom/runs/${run}/confirm`, { tool_call_id: call, decision: 'approve' });
        await http.untilClosed(run);
      },
    },
  );
  await host.stop();
  return [comparison];
}

async function publishHeld(http: Bench['http'], base_url: string): Promise<string> {
  await http.call('POST', '/v1/connections', { name: 'host', base_url, auth: { type: 'none' } });
  await http.call('POST', '/v1/patches', {
    key: 'pay',
    description: 'Pays.',
    interaction: 'silent',
    input_schema: { type: 'object' },
    risk: { base: 'low' },
    reliability: { idempotent: false, retry: 'none' },
  });
  return await http.publishAgent('held', [{ ref: 'pay@1', gate: 'confirm' }]);
}

/** A run that is held at a gate. */
async function hold(http: Bench['http'], agent_id: string): Promise<{ run: string; call: string }> {
  const id = await http.startThread(agent_id);
  const run = await http.post(id, '/call pay {}\n---\n/say done');
  await http.call('GET', `/v1/loom/runs/${run}?wait=30`);
  const thread = await http.call<Thread>('GET', `/v1/loom/threads/${id}`);
  return { run, call: thread.pending_confirmation?.tool_call_id ?? '' };
}
