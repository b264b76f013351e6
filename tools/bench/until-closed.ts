import type { Client } from '#clients/raw/client.ts';
import { settled } from '#clients/raw/conversation.ts';

/** Waits until a run is closed. @throws {Error} if it ends in another way, or pauses */
export async function untilClosed(client: Client, runId: string): Promise<void> {
  const { state } = await settled(client, runId);
  if (state !== 'closed') throw new Error(`run ${runId} is ${state}`);
}
