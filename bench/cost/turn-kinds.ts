import type { Client } from '#client/client.ts';
import { post, publishScripted, settled, startThread } from '#client/conversation.ts';
import { serveLoopback } from '#dev/loopback-server.ts';
import { untilClosed } from '../until-closed.ts';

/** One turn on a thread of a client. @returns its run, which is closed */
export type Turn = (client: number) => Promise<string>;

/** Turns of which the cost is counted. */
export const turnKinds = ['plain', 'silent call', 'gated call'] as const;
export type TurnKind = (typeof turnKinds)[number];

/** Creates what each kind of turn needs: an agent, a thread for each client, and the host that is called. */
export async function prepareTurns(
  client: Client,
  clients: number,
  ends: AsyncDisposableStack,
): Promise<Record<TurnKind, Turn>> {
  const host = ends.adopt(
    await serveLoopback(async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    }),
    async (served) => await served.stop(),
  );
  await client.call('POST', '/v1/connections', {
    json: { name: 'host', base_url: host.url, auth: { type: 'none' } },
  });
  const patch = {
    key: 'pay',
    description: 'Pays.',
    interaction: 'silent',
    input_schema: { type: 'object' },
    risk: { base: 'low' },
    reliability: { idempotent: false, retry: 'none' },
  };
  await client.call('POST', '/v1/patches', { json: patch });
  const threadsOf = async (key: string, parts: Parameters<typeof publishScripted>[1] = {}) => {
    const { id } = await publishScripted(client, { key, ...parts });
    const threads: string[] = [];
    while (threads.length < clients) threads.push(await startThread(client, id));
    return (index: number) => threads[index] ?? '';
  };
  const plain = await threadsOf('plain');
  const silent = await threadsOf('silent', { patches: [{ ref: 'pay@1' }] });
  const gated = await threadsOf('gated', { patches: [{ ref: 'pay@1', gate: 'confirm' }] });
  const calling = '/call pay {}\n---\n/say done';
  return {
    plain: async (index) => {
      const run = await post(client, plain(index), 'Hello');
      await untilClosed(client, run);
      return run;
    },
    'silent call': async (index) => {
      const run = await post(client, silent(index), calling);
      await untilClosed(client, run);
      return run;
    },
    'gated call': async (index) => {
      const run = await post(client, gated(index), calling);
      const { pending } = await settled(client, run);
      const json = { tool_call_id: pending?.tool_call_id, decision: 'approve' };
      await client.call('POST', `/v1/loom/runs/${run}/confirm`, { json });
      await untilClosed(client, run);
      return run;
    },
  };
}
