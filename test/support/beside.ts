import type { AcceptedMessage } from '#contract/message.ts';
import type { WhileHeld } from '#contract/while-held.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { actingPatch, type ActingPatch, type Host } from './acting.ts';
import { type Acting, startActing, threadOf } from './acting-run.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { TestService } from './service.ts';

/** A thread with payments that are held, of its first run. */
export interface HeldThread extends Acting {
  run: string;
  calls: string[];
}

/** A patch whose calls are held, with amounts as their effect keys. */
export const pay = actingPatch('pay', {
  reliability: { idempotent: false, retry: 'none', key: ['/amount'] },
  wired: { gate: 'confirm' },
});

/** A script that makes payments in one turn, and then says the last result. */
export function paying(...amounts: number[]): string {
  return [...amounts.map((amount) => `/call pay {"amount":${amount}}`), '---', '/say paid {{last}}'].join(
    '\n',
  );
}

/** Starts a thread whose first run holds payments. */
export async function holdOn(
  service: TestService,
  host: Host,
  amounts: number[],
  { patches = [pay], ...agent }: { patches?: ActingPatch[] } & Parameters<typeof startActing>[1] = {},
): Promise<HeldThread> {
  const acting = await startActing(service, { host, patches, ...agent });
  const { id, state } = await converse(acting.client, acting.thread, paying(...amounts));
  if (state !== 'awaiting_input') throw new Error(`nothing is held: ${state}`);
  return { ...acting, run: id, calls: await heldOn(acting) };
}

/** The calls of a thread that wait for decisions, as it shows them. */
export async function heldOn({ client, thread }: Pick<Acting, 'client' | 'thread'>): Promise<string[]> {
  const { pending_confirmations: held = [] } = await threadOf(client, thread);
  return held.map(({ tool_call_id }) => tool_call_id);
}

/** Posts a message that says what it does while calls are held. */
export async function say(
  client: ApiClient,
  thread: string,
  content: string,
  while_held?: WhileHeld,
): Promise<ApiAnswer<AcceptedMessage>> {
  return await client.post<AcceptedMessage>(`/v1/loom/threads/${thread}/messages`, {
    content,
    ...(while_held === undefined ? {} : { while_held }),
  });
}

/** Posts one beside held calls, and waits for its run. */
export async function sayBeside({ client, thread }: Pick<Acting, 'client' | 'thread'>, content: string) {
  const { status, data } = await say(client, thread, content, 'beside');
  if (status !== 202) throw new Error(`the message was refused: ${status}`);
  return await settled(client, data.run_id);
}
