import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Event } from '#contract/event.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { Random } from '../random.ts';

/** A receiver of webhooks. */
export interface Receiver {
  url(endpoint: string): string;
  /** Verifies deliveries to an endpoint with its secret from now on. */
  expect(endpoint: string, secret: string): void;
  deliveries: Delivery[];
  stop: () => Promise<void>;
}

/** An event that fails does so at its first attempts, at most this often, and is then accepted. */
const mostFailures = 3;
const shareOfFailing = 0.3;

/** Starts a receiver on loopback that fails a share of its deliveries in every possible way. */
export async function startReceiver(random: Random): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const secrets = new Map<string, string>();
  const counts = new Map<string, number>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const endpoint = (request.url ?? '').slice(1);
    const body = await text(request);
    const event = JSON.parse(body) as Event;
    const place = `${endpoint} ${event.id}`;
    const count = counts.get(place) ?? 0;
    counts.set(place, count + 1);
    const answer = answerFor(random.fork(place), count);
    const signed = isSigned(secrets.get(endpoint), body, request);
    deliveries.push({ endpoint, event, at: Date.now(), accepted: answer === 204, signed });
    if (answer === 'close') response.destroy();
    else response.writeHead(answer, answer === 503 ? { 'retry-after': '1' } : {}).end();
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    expect: (endpoint, secret) => void secrets.set(endpoint, secret),
    deliveries,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answerFor(random: Random, count: number): 204 | 500 | 503 | 'close' {
  if (!random.chance(shareOfFailing) || count >= random.int(1, mostFailures)) return 204;
  return random.pick([500, 503, 'close']);
}

/** Undefined before the secret is known: the response with the secret may still be on its way. */
function isSigned(secret: string | undefined, body: string, { headers }: IncomingMessage) {
  if (secret === undefined) return undefined;
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
