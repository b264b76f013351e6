import type { Client } from '#clients/raw/client.ts';
import { post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { serveLoopback } from '#tools/dev/loopback-server.ts';
import type { Work } from './measure.ts';
import { untilClosed } from './until-closed.ts';

/** As many as an agent may allow a run. */
export const mostTurns = 1000;

/** Has an agent that can call `pay` do so, and then reply. */
export const callAndReply = '/call pay {}\n---\n/say done';

/** Posts a message, and waits until its run is closed. @returns the run */
export async function takeTurn(client: Client, threadId: string, content = 'Hello'): Promise<string> {
  const run = await post(client, threadId, content);
  await untilClosed(client, run);
  return run;
}

/** Turns on threads of an agent: each client is a subject of its own, with a thread. */
export async function turns(client: Client, clients: number, what = 'plain turn'): Promise<Work> {
  const { id } = await publishScripted(client);
  const subjects: { client: Client; thread: string }[] = [];
  while (subjects.length < clients) {
    const subject = client.as(`client ${subjects.length}`);
    subjects.push({ client: subject, thread: await startThread(subject, id) });
  }
  return {
    what,
    work: async (index) => {
      const subject = subjects[index];
      if (subject === undefined) throw new Error(`there is no client ${index}`);
      await takeTurn(subject.client, subject.thread);
    },
  };
}

/**
 * Publishes an agent that can call `pay`, which a host on loopback answers at once.
 * @param ends receives what stops the host
 * @param gated whether a person has to approve each call
 */
export async function publishPaying(
  client: Client,
  ends: AsyncDisposableStack,
  { gated }: { gated: boolean },
): Promise<string> {
  const host = await serveLoopback(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  ends.defer(async () => await host.stop());
  // Each has a name of its own, because a workspace can have several.
  const connection = `host-${new URL(host.url).port}`;
  const json = { name: connection, base_url: host.url, auth: { type: 'none' } };
  await client.call('POST', '/v1/connections', { json });
  const patch = {
    key: 'pay',
    description: 'Pays.',
    interaction: 'silent',
    input_schema: { type: 'object' },
    risk: { base: 'low' },
    reliability: { idempotent: false, retry: 'none' },
  };
  const { ref } = await client.call<{ ref: string }>('POST', '/v1/patches', { json: patch });
  const agent = await publishScripted(client, {
    connection,
    patches: [{ ref, ...(gated && { gate: 'confirm' }) }],
    limits: { max_turns: mostTurns, pause_ttl_seconds: 86_400 },
  });
  return agent.id;
}

/** A call that waits for its approval. */
export interface HeldCall {
  run: string;
  call: string;
}

/** Has the agent of a thread hold a call, and end when it was approved. */
export async function hold(client: Client, threadId: string): Promise<HeldCall> {
  const run = await post(client, threadId, callAndReply);
  const { pending } = await settled(client, run);
  return { run, call: pending?.tool_call_id ?? '' };
}

/** Approves a call, and waits until its run is closed. */
export async function approve(client: Client, { run, call }: HeldCall): Promise<void> {
  const json = { tool_call_id: call, decision: 'approve' };
  await client.call('POST', `/v1/loom/runs/${run}/confirm`, { json });
  await untilClosed(client, run);
}
