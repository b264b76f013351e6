import type { Client } from '#clients/raw/client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { approve, callAndReply, type HeldCall, hold, publishPaying, takeTurn } from '../turns.ts';

/** Work of a kind of which the cost is counted. */
export interface CountedTurn {
  /** Makes ready what so many of them begin with. */
  prepare: (count: number) => Promise<void>;
  /** Does one on a thread of a client. @returns its run, which is closed */
  take: (client: number) => Promise<string>;
}

/** Turns of which the cost is counted. A decision is the part of a gated call that begins with it. */
export const turnKinds = ['plain', 'silent call', 'gated call', 'decision'] as const;
export type TurnKind = (typeof turnKinds)[number];

/** Creates what each kind of turn needs: an agent, a thread for each client, and the host that is called. */
export async function prepareTurns(
  client: Client,
  clients: number,
  ends: AsyncDisposableStack,
): Promise<Record<TurnKind, CountedTurn>> {
  const threadsOf = async (agentId: string) => {
    const threads: string[] = [];
    while (threads.length < clients) threads.push(await startThread(client, agentId));
    return (index: number) => threads[index] ?? '';
  };
  const { id } = await publishScripted(client);
  const plain = await threadsOf(id);
  const silent = await threadsOf(await publishPaying(client, ends, { gated: false }));
  const gatedAgent = await publishPaying(client, ends, { gated: true });
  const gated = await threadsOf(gatedAgent);
  const prepare = () => Promise.resolve();
  return {
    plain: { prepare, take: async (index) => await takeTurn(client, plain(index)) },
    'silent call': { prepare, take: async (index) => await takeTurn(client, silent(index), callAndReply) },
    'gated call': {
      prepare,
      take: async (index) => {
        const held = await hold(client, gated(index));
        await approve(client, held);
        return held.run;
      },
    },
    decision: decisionsOf(client, gatedAgent),
  };
}

/** Decisions on calls that were held before, each on a thread of its own. */
function decisionsOf(client: Client, agentId: string): CountedTurn {
  const waiting: HeldCall[] = [];
  return {
    prepare: async (count) => {
      while (waiting.length < count) waiting.push(await hold(client, await startThread(client, agentId)));
    },
    take: async () => {
      const held = waiting.pop();
      if (held === undefined) throw new Error('no call is held');
      await approve(client, held);
      return held.run;
    },
  };
}
