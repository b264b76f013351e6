import { ServiceError } from '#contract/errors.ts';
import type { OpenStreams } from '#store/streaming/open-streams.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import { type ConcurrencyLimiter, retryAfterSeconds } from '../../http/limits/concurrency-limiter.ts';

/** Limits of simultaneously open streams. */
export interface StreamLimits {
  /** Counts the event streams that a workspace has open in all processes. */
  openStreams: OpenStreams;
  /** Event streams that are open in this process. */
  streamLimiter: ConcurrencyLimiter;
}

/**
 * Admits one more stream of events.
 * @returns a function to call once, when the stream is over
 * @throws {ServiceError} `rate_limited`
 */
export async function admitStream(
  { openStreams, streamLimiter }: StreamLimits,
  caller: Pick<Caller, 'workspace_id'> & { subject_ref?: string | undefined },
  address: string,
): Promise<() => void> {
  const leave = streamLimiter.admit({
    workspaceId: caller.workspace_id,
    subject: caller.subject_ref,
    address,
  });
  const opened = await openStreams.open(caller.workspace_id).catch((error: unknown) => {
    leave();
    throw error;
  });
  if ('most' in opened) {
    leave();
    const message = `The workspace has ${opened.most} streams of events open, which is its limit.`;
    throw new ServiceError('rate_limited', message, { retryAfterSeconds });
  }
  return () => {
    leave();
    opened.end();
  };
}
