import { defined } from '#contract/defined.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { Pool } from '#clients/raw/pool.ts';
import type { Event } from '#contract/event.ts';
import type { ChaosClient } from '../client/client.ts';
import type { Random } from '../random.ts';
import type { FollowedThread } from './evidence.ts';

/** A client that follows a thread until it is stopped. */
export interface Follower {
  seen: FollowedThread;
  stop(): Promise<void>;
}

/** The service sends something at least this often. A stream that is silent for longer is broken. */
const silenceMs = 25_000;

/**
 * Follows a thread from its first event. When the connection breaks, and occasionally on its own, it continues at the
 * other API process after its last event, as a browser does.
 */
export function followThread(
  client: ChaosClient,
  thread: { id: string; subject: string },
  { random, name }: { random: Random; name: string },
): Follower {
  const seen: FollowedThread = { thread_id: thread.id, name, events: [], connections: 0 };
  const stopping = new AbortController();
  const pool = new Pool({
    connect: { timeout: 3_000 },
    bodyTimeout: silenceMs,
    headersTimeout: 8_000,
  });
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const restless = random.chance(0.3) ? [AbortSignal.timeout(random.int(500, 20_000))] : [];
      await connection(AbortSignal.any([stopping.signal, ...restless])).catch(() => undefined);
      await sleep(random.int(50, 500), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const connection = async (signal: AbortSignal): Promise<void> => {
    const last = seen.events.at(-1);
    seen.connections += 1;
    const received = await client
      .next()
      .with({ subject: thread.subject, transport: pool.transport })
      .open('GET', `/v1/loom/threads/${thread.id}/events?since=start`, {
        signal,
        headers: last === undefined ? {} : { 'last-event-id': last.id },
      });
    if (received.status !== 200) return void (await received.arrayBuffer());
    const parser = createParser({
      onEvent: ({ id, data }) => {
        // The stream cannot be resumed after an event without an id.
        if (id === undefined) return;
        const { type, run_id, seq } = JSON.parse(data) as Event;
        seen.events.push({ id, type, seq, ...defined({ run_id }) });
      },
    });
    const decoder = new TextDecoder();
    for await (const piece of received.body ?? []) parser.feed(decoder.decode(piece, { stream: true }));
  };
  const following = follow();
  return {
    seen,
    stop: async () => {
      stopping.abort();
      await following;
      await pool.close();
    },
  };
}
