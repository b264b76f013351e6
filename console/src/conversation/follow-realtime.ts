import { isPassing } from '../api/api-error.ts';
import type { ThreadEvent } from '../api/schema.ts';
import { pause, retryDelayMs } from '../api/backoff.ts';
import { oneAtATime } from './batches.ts';
import type { Following } from './follower.ts';
import { eventsSince } from './missed-events.ts';
import { connectRealtime, realtimeUnavailable } from './realtime-client.ts';
import { SeenEvents } from './seen-events.ts';

/** A lost event at the end of a run leaves no gap behind it, so an open run is looked at as often as this. */
const lookMs = 10_000;
/** A run without events cannot be detected, so every Nth poll reads unconditionally. */
const lookAnywayEvery = 6;

/**
 * Follows a thread at the realtime provider, for as long as the signal lets it. The provider may lose events, and
 * delivers none while the connection is broken: what is missing is read from the log.
 * @throws {ApiError} `realtime_unavailable` when the provider refuses, or its client does not load
 */
export async function followRealtime(
  following: Following,
  provider: { key: string; cluster: string },
): Promise<void> {
  const { threadId, known, onEvents, onConnection, signal } = following;
  const seen = new SeenEvents(known);
  const tell = (events: ThreadEvent[]): void => {
    seen.add(events);
    onEvents(events);
  };
  const catchUp = catchingUp(following, seen, tell);
  const arrived = (event: ThreadEvent): void => {
    const isDelta = event.type === 'message.delta';
    if (!isDelta && seen.has(event.id)) return;
    // One without data was too large for the provider.
    if (seen.isGapBefore(event) || (event.data === undefined && !isDelta)) void catchUp();
    else tell([event]);
  };

  const pusher = await connectRealtime(provider, following);
  const stateChanged = ({ current }: { current: string }): void => {
    if (current !== 'connected') onConnection(current === 'connecting' ? 'connecting' : 'broken');
  };
  let looks = 0;
  const look = setInterval(() => {
    looks += 1;
    if (seen.isRunOpen || looks % lookAnywayEvery === 0) void catchUp();
  }, lookMs);
  try {
    await new Promise<void>((resolve, reject) => {
      const channel = pusher.subscribe(`private-thread-${threadId}`);
      channel.bind_global((name: string, payload: unknown) => {
        if (!name.startsWith('pusher')) arrived(payload as ThreadEvent);
      });
      channel.bind('pusher:subscription_succeeded', () => {
        onConnection('live');
        void catchUp();
      });
      channel.bind('pusher:subscription_error', () => reject(realtimeUnavailable()));
      pusher.connection.bind('state_change', stateChanged);
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    clearInterval(look);
    pusher.connection.unbind('state_change', stateChanged);
    pusher.disconnect();
  }
}

/** Reads what was missed, again and again until it could be read. What came while it ran may be newer than what it read. */
function catchingUp(
  { threadId, subject, signal }: Following,
  seen: SeenEvents,
  tell: (events: ThreadEvent[]) => void,
): () => Promise<void> {
  let failures = 0;
  const catchUp = oneAtATime(async (): Promise<void> => {
    try {
      tell(await eventsSince((id) => seen.has(id), { threadId, subject, signal }));
      failures = 0;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) return;
      void pause(retryDelayMs(failures), signal).then(catchUp, () => {});
      failures += 1;
    }
  });
  return catchUp;
}
