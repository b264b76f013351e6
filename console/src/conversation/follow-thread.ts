import { clientFor, dataOf } from '../api/client.ts';
import { ApiError } from '../api/api-error.ts';
import { followRealtime } from './follow-realtime.ts';
import { followStream } from './follow-stream.ts';
import type { Following } from './follower.ts';
import { newestEvents } from './missed-events.ts';

/**
 * Reads the newest events of a thread and follows it from there: at the realtime provider where the deployment has one,
 * otherwise, or if the provider refuses, by server-sent events.
 * @throws {ApiError} when the API refuses for good
 */
export async function followThread(following: Omit<Following, 'known'>): Promise<void> {
  const { threadId, subject, signal, onEvents } = following;
  const client = clientFor({ as: 'playground', subject });
  const [newest, { enabled, key, cluster }] = await Promise.all([
    newestEvents(threadId, subject, signal),
    client.GET('/v1/loom/realtime/config', { signal }).then(dataOf),
  ]);
  if (newest.length > 0) onEvents(newest);
  const all = { ...following, known: newest };
  // Without a cluster the provider is a server of the deployment's own, whose public address is not known.
  if (enabled && key !== undefined && cluster !== undefined) {
    try {
      await followRealtime(all, { key, cluster });
      return;
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) throw error;
    }
  }
  await followStream(all);
}
