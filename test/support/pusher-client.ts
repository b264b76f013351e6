import PusherModule from 'pusher-js';
import type { Event } from '#contract/event.ts';
import type { PusherServer } from './pusher-server.ts';

// The package is CommonJS and says in its types that it is not.
const PusherClient = PusherModule as unknown as typeof PusherModule.default;

/** A browser's subscription to a thread, by the provider's stock client. */
export interface PusherSubscription {
  /** The received events, in order: the provider's event name and the payload. */
  events: { name: string; event: Event }[];
  stop(): void;
}

/**
 * Subscribes to a thread as a browser does: the stock client asks the service for the authorization.
 * @throws what the client gives as the reason when it may not subscribe
 */
export async function subscribe(
  server: PusherServer,
  { baseUrl, headers, threadId }: { baseUrl: string; headers: Record<string, string>; threadId: string },
): Promise<PusherSubscription> {
  const client = new PusherClient(server.app.key, {
    cluster: 'local',
    wsHost: '127.0.0.1',
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: { endpoint: `${baseUrl}/v1/loom/realtime/auth`, transport: 'ajax', headers },
  });
  const events: PusherSubscription['events'] = [];
  const channel = client.subscribe(`private-thread-${threadId}`);
  channel.bind_global((name: string, data: unknown) => {
    if (!name.startsWith('pusher')) events.push({ name, event: data as Event });
  });
  await new Promise<void>((resolve, reject) => {
    channel.bind('pusher:subscription_succeeded', () => resolve());
    channel.bind('pusher:subscription_error', (reason: object) => {
      client.disconnect();
      reject(new Error('refused', { cause: reason }));
    });
  });
  return { events, stop: () => client.disconnect() };
}
