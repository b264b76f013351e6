import type Pusher from 'pusher-js';
import type { ChannelAuthorizationHandler } from 'pusher-js';
import { ApiError } from '../api/api-error.ts';
import { clientFor, dataOf } from '../api/client.ts';

/**
 * Connects to the realtime provider as a subject. Loads the provider's library on first use.
 * @throws {ApiError} `realtime_unavailable` when it does not load
 */
export async function connectRealtime(
  { key, cluster }: { key: string; cluster: string },
  { subject, signal }: { subject: string; signal: AbortSignal },
): Promise<Pusher> {
  const { default: Client } = await import('pusher-js').catch(() => {
    throw realtimeUnavailable();
  });
  const customHandler: ChannelAuthorizationHandler = ({ socketId, channelName }, answer) => {
    const body = { channel_name: channelName, socket_id: socketId };
    clientFor({ as: 'playground', subject })
      .POST('/v1/loom/realtime/auth', { body, signal })
      .then(dataOf)
      .then(
        ({ auth }) => answer(null, { auth }),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), null),
      );
  };
  return new Client(key, {
    cluster,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: { endpoint: '/v1/loom/realtime/auth', transport: 'ajax', customHandler },
  });
}

/** The provider refused, or its library did not load. */
export function realtimeUnavailable(): ApiError<string> {
  return new ApiError('The realtime provider refused.', { status: 503, code: 'realtime_unavailable' });
}
