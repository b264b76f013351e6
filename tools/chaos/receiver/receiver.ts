import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Event } from '#contract/event.ts';
import { type LoopbackServer, serveLoopback } from '#tools/dev/loopback-server.ts';
import type { Delivery } from '../evidence/evidence.ts';
import type { Random } from '../random.ts';

/** A receiver of webhooks. */
export interface Receiver extends Omit<LoopbackServer, 'url'> {
  url(endpoint: string): string;
  /** Verifies deliveries to an endpoint with its secret from now on. */
  expect(endpoint: string, secret: string): void;
  deliveries: Delivery[];
}

/** An event that fails does so at its first attempts, at most this often, and is then accepted. */
const mostFailures = 3;
const shareOfFailing = 0.3;

/** Starts a receiver on loopback that fails a share of its deliveries in every possible way. */
export async function startReceiver(random: Random): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const secrets = new Map<string, string>();
  const counts = new Map<string, number>();
  const server = await serveLoopback(async (request, response) => {
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
  });
  return {
    ...server,
    url: (endpoint) => `${server.url}/${endpoint}`,
    expect: (endpoint, secret) => void secrets.set(endpoint, secret),
    deliveries,
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
