import { ApiError, isPassing } from '../api/api-error.ts';
import { clientFor, dataOf } from '../api/client.ts';
import type { ThreadEvent } from '../api/schema.ts';
import { backoffMs, pause } from '../api/backoff.ts';
import { oneAtATime } from './batches.ts';
import type { Following } from './follower.ts';
import { eventsSince } from './missed-events.ts';

/** A lost event at the end of a run leaves no gap behind it, so an open run is looked at as often as this. */
const lookMs = 10_000;
/** Of a run that nothing was heard of there is no sign, so every so many looks are made without one. */
const lookAnywayEvery = 6;

/**
 * Follows a thread at the realtime provider, for as long as the signal lets it. The provider may lose events, and
 * delivers none while the connection is broken: what is missing is read from the log.
 * @throws {ApiError} `realtime_unavailable` when the provider refuses, or its client does not load
 */
export async function followRealtime(
  { threadId, subject, known: first, onEvents, onConnection, signal }: Following,
  { key, cluster }: { key: string; cluster: string },
): Promise<void> {
  const { default: Pusher } = await import('pusher-js');
  const client = clientFor({ as: 'playground', subject });
  const known = new Set(first.map(({ id }) => id));
  /** The counts of the runs under way, up to which nothing is missing. */
  const counts = new Map<string, number>();

  const count = (events: readonly ThreadEvent[]): void => {
    for (const { id, type, run_id, seq } of events) {
      if (type !== 'message.delta') known.add(id);
      if (run_id === undefined) continue;
      if (type === 'run.completed' || type === 'run.failed') counts.delete(run_id);
      else if (seq !== null) counts.set(run_id, Math.max(seq, counts.get(run_id) ?? 0));
    }
  };
  const tell = (events: ThreadEvent[]): void => {
    count(events);
    onEvents(events);
  };
  count(first);
  let failures = 0;
  // What came while it ran may be newer than what it read.
  const catchUp = oneAtATime(async (): Promise<void> => {
    try {
      tell(await eventsSince((id) => known.has(id), { threadId, subject, signal }));
      failures = 0;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) return;
      void pause(backoffMs(failures), signal).then(catchUp, () => {});
      failures += 1;
    }
  });
  const arrived = (event: ThreadEvent): void => {
    const { id, type, run_id, seq, data } = event;
    if (type !== 'message.delta' && known.has(id)) return;
    const before = run_id === undefined ? undefined : counts.get(run_id);
    const gap = seq !== null && seq > (before ?? 0) + 1;
    // One without data was too large for the provider.
    if (gap || (data === undefined && type !== 'message.delta')) void catchUp();
    else tell([event]);
  };

  await new Promise<void>((resolve, reject) => {
    const pusher = new Pusher(key, {
      cluster,
      enabledTransports: ['ws', 'wss'],
      channelAuthorization: {
        endpoint: '/v1/loom/realtime/auth',
        transport: 'ajax',
        customHandler: ({ socketId, channelName }, answer) => {
          client
            .POST('/v1/loom/realtime/auth', {
              body: { channel_name: channelName, socket_id: socketId },
              signal,
            })
            .then(dataOf)
            .then(
              ({ auth }) => answer(null, { auth }),
              (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), null),
            );
        },
      },
    });
    const channel = pusher.subscribe(`private-thread-${threadId}`);
    channel.bind_global((name: string, payload: unknown) => {
      if (!name.startsWith('pusher')) arrived(payload as ThreadEvent);
    });
    channel.bind('pusher:subscription_succeeded', () => {
      onConnection('live');
      void catchUp();
    });
    channel.bind('pusher:subscription_error', () => {
      stop();
      reject(unavailable());
    });
    pusher.connection.bind('state_change', ({ current }: { current: string }) => {
      if (current !== 'connected') onConnection(current === 'connecting' ? 'connecting' : 'broken');
    });
    let looks = 0;
    const look = setInterval(() => {
      looks += 1;
      if (counts.size > 0 || looks % lookAnywayEvery === 0) void catchUp();
    }, lookMs);
    const stop = (): void => {
      clearInterval(look);
      pusher.disconnect();
    };
    signal.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });
}

function unavailable(): ApiError<string> {
  return new ApiError('The realtime provider refused.', { status: 503, code: 'realtime_unavailable' });
}
