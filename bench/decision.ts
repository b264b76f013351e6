import { randomUUID } from 'node:crypto';
import type { Client } from '#client/client.ts';
import { post, publishScripted, settled, startThread } from '#client/conversation.ts';
import type { Thread } from '#contract/thread.ts';
import { serveLoopback } from '#dev/loopback-server.ts';
import { bareTaskQueue } from './bare/task-queue.ts';
import { compare, type Comparison } from './comparison.ts';
import type { Bench } from './start-bench.ts';
import { untilClosed } from './until-closed.ts';

const count = 60;

/**
 * From a decision to the end of its run (the approved call to a local host, then one model turn), compared with the
 * least that waiting for a person can cost: a bare workflow from its signal to its end, with two empty activities.
 */
export async function compareDecision({ client, temporal, pids }: Bench): Promise<Comparison[]> {
  const host = await serveLoopback(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  const agent_id = await publishHeld(client, host.url);
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
        for (let index = 0; index < works; index += 1) held.push(await hold(client, agent_id));
      },
      work: async () => {
        const { run, call } = held.pop() ?? { run: '', call: '' };
        const json = { tool_call_id: call, decision: 'approve' };
        await client.call('POST', `/v1/loom/runs/${run}/confirm`, { json });
        await untilClosed(client, run);
      },
    },
  );
  await host.stop();
  return [comparison];
}

async function publishHeld(client: Client, base_url: string): Promise<string> {
  await client.call('POST', '/v1/connections', { json: { name: 'host', base_url, auth: { type: 'none' } } });
  const patch = {
    key: 'pay',
    description: 'Pays.',
    interaction: 'silent',
    input_schema: { type: 'object' },
    risk: { base: 'low' },
    reliability: { idempotent: false, retry: 'none' },
  };
  await client.call('POST', '/v1/patches', { json: patch });
  return (await publishScripted(client, { patches: [{ ref: 'pay@1', gate: 'confirm' }] })).id;
}

/** A run that is held at a gate. */
async function hold(client: Client, agent_id: string): Promise<{ run: string; call: string }> {
  const id = await startThread(client, agent_id);
  const run = await post(client, id, '/call pay {}\n---\n/say done');
  await settled(client, run);
  const thread = await client.call<Thread>('GET', `/v1/loom/threads/${id}`);
  return { run, call: thread.pending_confirmation?.tool_call_id ?? '' };
}
