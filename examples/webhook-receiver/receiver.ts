import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/**
 * Receives events: verifies each with the stock library, takes each id once, and answers before it works.
 *
 *   WEBHOOK_SECRET=whsec_… PORT=9000 node examples/webhook-receiver/receiver.ts
 *
 * After a rotation, give both secrets, separated by a comma: until the old one is no longer signed with, either will do.
 */
interface Event {
  id: string;
  type: string;
  created_at: string;
  run_id?: string;
  seq: number | null;
  /** Not there when the endpoint is set to `ids_only`. */
  data?: Record<string, unknown>;
}

const { WEBHOOK_SECRET = '', PORT = '9000' } = process.env;
const verifiers = WEBHOOK_SECRET.split(',').map((secret) => new Webhook(secret));

/** Ids of processed events. A real receiver keeps them where its work is, in the same transaction. */
const seen = new Set<string>();

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
});

/** @returns the status to answer with: anything but 2xx has the event sent again, 410 ends it for good */
async function receive(request: IncomingMessage): Promise<number> {
  // The signature is over the bytes as they came: verify before parsing.
  const body = await bytesOf(request);
  let event: Event;
  try {
    event = verified(body, request.headers as Record<string, string>);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 400;
    throw error;
  }
  // Events come at least once: after a failure, a time-out or a crash they come again, under the same id.
  if (!seen.has(event.id)) {
    seen.add(event.id);
    // Answer within 15 seconds: what takes longer belongs behind the answer.
    setImmediate(() => work(event));
  }
  return 204;
}

/** @throws {WebhookVerificationError} when no secret fits, or the timestamp is older than five minutes */
function verified(body: string, headers: Record<string, string>): Event {
  let fault: unknown;
  for (const verifier of verifiers) {
    try {
      return verifier.verify(body, headers) as Event;
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

/** Events of a run may come out of order: `seq` has their order. */
function work({ id, type, run_id, seq }: Event): void {
  console.log(JSON.stringify({ id, type, run_id, seq }));
}

async function bytesOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

server.listen(Number(PORT), () => {
  console.log(`listens on port ${(server.address() as AddressInfo).port}`);
});
