import { clientFor, dataOf } from '../api/client.ts';
import { ApiError, isPassing } from '../api/api-error.ts';
import { pause, retryDelayMs, wantedMs } from '../api/backoff.ts';
import { followRealtime } from './follow-realtime.ts';
import { followStream } from './follow-stream.ts';
import type { Following } from './follower.ts';
import { newestEvents } from './missed-events.ts';

/**
 * Reads the newest events of a thread and follows it from there: at the realtime provider where the deployment has one,
 * otherwise, or if the provider refuses, by server-sent events. While the API cannot be reached, it tries again.
 * @throws {ApiError} when the API refuses for good
 */
export async function followThread(following: Omit<Following, 'known'>): Promise<void> {
  const { signal, onEvents, onConnection } = following;
  const start = await startOf(following);
  if (start === undefined) return;
  const {
    newest: { events: newest, older },
    config: { enabled, key, cluster, host },
  } = start;
  following.onStart?.(older);
  if (newest.length > 0) onEvents(newest);
  const all = { ...following, known: newest };
  // Whether this browser reaches a server of the deployment's own is not known. It does reach the API.
  if (enabled && key !== undefined && cluster !== undefined && host === undefined) {
    try {
      await followRealtime(all, { key, cluster });
      return;
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) throw error;
      onConnection('connecting');
    }
  }
  await followStream(all);
}

/** The newest events, and how to follow what comes after them. Undefined if the signal aborted first. */
async function startOf({ threadId, subject, signal, onConnection }: Omit<Following, 'known'>) {
  const client = clientFor({ as: 'playground', subject });
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const [newest, config] = await Promise.all([
        newestEvents(threadId, subject, signal),
        client.GET('/v1/loom/realtime/config', { signal }).then(dataOf),
      ]);
      return { newest, config };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!isPassing(error)) throw error;
      onConnection('broken');
      await pause(wantedMs(error) ?? retryDelayMs(failures), signal).catch(() => {});
    }
  }
  return undefined;
}
