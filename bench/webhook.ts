import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { toJsonText } from '#contract/json-text.ts';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { serveLoopback } from '#dev/loopback-server.ts';
import type { Database } from '#store/mongo/database.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { toEvent } from '#store/events/events.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { newEventId, newId } from '#store/mongo/ids.ts';
import { firstDeliveries } from '#store/mongo/first-deliveries.ts';
import { insertWebhookEndpoint } from '#store/webhooks/endpoints.ts';
import { Webhooks } from '#webhooks/webhooks.ts';
import { compare, type Comparison } from './comparison.ts';
import type { Bench } from './start-bench.ts';

const count = 300;
/** Events of one run are some milliseconds apart, so the response to one and its record are done before the next. */
const apartMs = 10;

/**
 * From an event that was just stored to the receiver that has all of it (the endpoint found, the body signed, the
 * address checked), compared with a bare POST of the same body. Both use a connection that is kept open.
 */
export async function compareWebhook({ db, workspaceId, pids }: Bench): Promise<Comparison[]> {
  const received = new Map<string, () => void>();
  const receiver = await serveLoopback(async (incoming, response) => {
    await once(incoming.resume(), 'end');
    received.get(String(incoming.headers['webhook-id']))?.();
    response.writeHead(204).end();
  });
  const url = `${receiver.url}/`;
  const webhooks = await startWebhooks(db, workspaceId, url);
  const seen = async (id: string, send: () => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    received.set(id, resolve);
    send();
    await promise;
    received.delete(id);
  };
  const after = async () => await sleep(apartMs);
  const comparison = await compare(
    { title: 'webhook first attempt against a bare POST', clients: 1, count, pids },
    {
      work: async () => {
        const event = replied(workspaceId);
        await seen(event._id, () => post(url, event));
      },
      after,
    },
    {
      work: async () => {
        const event = replied(workspaceId);
        const deliveries = firstDeliveries([event], await db.enabledEndpoints.of(workspaceId), new Date());
        await seen(event._id, () => db.storedEvents.announce([event], { deliveries }));
      },
      after,
    },
  );
  await webhooks.stop();
  await receiver.stop();
  return [comparison];
}

async function startWebhooks(db: Database, workspaceId: string, url: string): Promise<Webhooks> {
  const keyring = new Keyring([{ id: 'bench', key: randomBytes(32) }]);
  await insertWebhookEndpoint(db, keyring, workspaceId, {
    url,
    events: ['message.completed'],
    ids_only: false,
    enabled: true,
  });
  return new Webhooks({
    db,
    keyring,
    outboundHttp: createOutboundHttp({ allowPrivateAddresses: ['loopback'] }),
    workflows: { signal: () => Promise.resolve() },
    retryScale: 1,
    log: { debug: () => {}, warn: (fields, message) => console.error(message, fields) },
  }).start();
}

function post(url: string, event: EventDocument): void {
  const body = JSON.stringify(toEvent(event));
  const headers = { 'content-type': 'application/json', 'webhook-id': event._id };
  request(url, { method: 'POST', headers }, (response) => response.resume()).end(body);
}

/** An event of the usual size. */
function replied(workspace_id: string): EventDocument {
  const [run, thread] = [newId(), newId()];
  return {
    _id: newEventId(),
    workspace_id,
    type: 'message.completed',
    created_at: new Date(),
    seq: 2,
    origin: 'api',
    source: { kind: 'run', id: run },
    context: { workspace_id, agent_key: 'bench', thread_id: thread, subject_ref: 'bench' },
    run_id: run,
    thread_id: thread,
    data: toJsonText({
      id: newId(),
      role: 'assistant',
      content: 'You said: Hello. '.repeat(20),
      parts: null,
      run_id: run,
      seq: 2,
    }),
  };
}
