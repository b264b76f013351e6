import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Event } from '#contract/event.ts';
import type { WebhookAttempt } from '#contract/webhook-attempt.ts';
import type { WebhookEndpointWithSecret } from '#contract/webhook-endpoint.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ApiClient } from './api-client.ts';
import { serveOnLoopback } from '#tools/dev/stand-ins/loopback.ts';

/** A delivery as a receiver got it. */
export interface ReceivedDelivery {
  headers: Record<string, string>;
  body: string;
  event: Event;
  at: number;
}

/** A customer's receiver on loopback that remembers what it was sent. */
export interface WebhookReceiver {
  url: string;
  deliveries: ReceivedDelivery[];
  /** How it answers from now on; at first with 204. */
  answer: (delivery: ReceivedDelivery, response: ServerResponse, count: number) => void;
  /** How many connections were made to it. */
  connections: () => number;
  /** Resolves to the deliveries of a type, once there are so many. */
  received(type: Event['type'], count?: number): Promise<ReceivedDelivery[]>;
  /** Breaks off requests that it has not answered. */
  stop(): Promise<void>;
}

export const accept = (_: ReceivedDelivery, response: ServerResponse): void => {
  response.writeHead(204).end();
};

export async function startReceiver(): Promise<WebhookReceiver> {
  const deliveries: ReceivedDelivery[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const delivery = { headers, body, event: JSON.parse(body) as Event, at: Date.now() };
    deliveries.push(delivery);
    receiver.answer(delivery, response, deliveries.length);
  };
  let connections = 0;
  const { server, url, stop } = await serveOnLoopback(serve);
  server.on('connection', () => (connections += 1));
  // Announced to clients, so that a connection outlives the time between two deliveries even on a slow machine.
  server.keepAliveTimeout = 60_000;
  const receiver: WebhookReceiver = {
    url: `${url}/hook`,
    deliveries,
    answer: accept,
    connections: () => connections,
    received: async (type, count = 1) => {
      const found = () => deliveries.filter(({ event }) => event.type === type);
      const what = `${count} deliveries of ${type}`;
      await waitUntil(() => found().length >= count, { timeoutMs: 120_000, what });
      return found();
    },
    stop,
  };
  return receiver;
}

/** Verifies a delivery as customers do, with the stock library; resolves to the event. Throws for a bad signature. */
export function verified({ headers, body }: ReceivedDelivery, secret: string): Event {
  return new Webhook(secret).verify(body, headers) as Event;
}

/** Adds a webhook endpoint for all events of a workspace; parts of it can be given. */
export async function createEndpoint(
  client: ApiClient,
  url: string,
  parts: Record<string, unknown> = {},
): Promise<WebhookEndpointWithSecret> {
  const { status, data } = await client.post<WebhookEndpointWithSecret>('/v1/webhook-endpoints', {
    url,
    events: ['*'],
    ...parts,
  });
  if (status !== 201) throw new Error(`the webhook endpoint was not created: ${status}`);
  return data;
}

/** Changes a webhook endpoint. */
export async function patchEndpoint(client: ApiClient, id: string, change: unknown) {
  return await client.send('PATCH', `/v1/webhook-endpoints/${id}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
}

/** The attempts at an endpoint, oldest first, once there are so many. */
export async function attemptsAt(client: ApiClient, id: string, count: number): Promise<WebhookAttempt[]> {
  const read = async () =>
    (await client.get<WebhookAttempt[]>(`/v1/webhook-endpoints/${id}/deliveries?limit=100`)).data;
  await waitUntil(async () => (await read()).length >= count, {
    timeoutMs: 120_000,
    what: `${count} attempts at the endpoint`,
  });
  return (await read()).toReversed();
}
