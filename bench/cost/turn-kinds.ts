import type { Client } from '#client/client.ts';
import { publishScripted, startThread } from '#client/conversation.ts';
import { approve, callAndReply, hold, publishPaying, takeTurn } from '../turns.ts';

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
  const threadsOf = async (agentId: string) => {
    const threads: string[] = [];
    while (threads.length < clients) threads.push(await startThread(client, agentId));
    return (index: number) => threads[index] ?? '';
  };
  const { id } = await publishScripted(client);
  const plain = await threadsOf(id);
  const silent = await threadsOf(await publishPaying(client, ends, { gated: false }));
  const gated = await threadsOf(await publishPaying(client, ends, { gated: true }));
  return {
    plain: async (index) => await takeTurn(client, plain(index)),
    'silent call': async (index) => await takeTurn(client, silent(index), callAndReply),
    'gated call': async (index) => {
      const held = await hold(client, gated(index));
      await approve(client, held);
      return held.run;
    },
  };
}
