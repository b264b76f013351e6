import type { Client } from '#client/client.ts';
import { settled } from '#client/conversation.ts';

/** Waits until a run is closed. @throws {Error} if it ends in another way, or pauses */
export async function untilClosed(client: Client, runId: string): Promise<void> {
  const { state } = await settled(client, runId);
  if (state !== 'closed') throw new Error(`run ${runId} is ${state}`);
}
