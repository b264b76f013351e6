import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { replayIdempotent } from '#api/http/idempotency/replay-idempotent.ts';
import type { Endpoint } from '#api/http/endpoint/endpoint.ts';
import type { ApiServices } from '#api/services.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { type NewResource, largestStoredBytes } from '#store/requests/idempotency-keys.ts';
import { dropDatabase, openDatabaseOn } from '../../support/open-database.ts';
import { perFile } from '../../support/per-file.ts';

/** The step alone, before a handler that answers what a test wants: bodies that no endpoint of today has. */
const db = perFile(() => openDatabaseOn(inject('mongodbUri')), dropDatabase);
let url: string;
let body: () => Readable | Buffer | string | object;
let status: number;
let resources: NewResource[];
const app = new Koa();
const server = createServer((request, response) => void app.callback()(request, response));
beforeAll(async () => {
  const keyring = new Keyring([{ id: 'test', key: randomBytes(32) }]);
  const services = { db, keyring, idempotencyLeaseMs: 60_000 } as ApiServices;
  app.use(async (ctx, next) => {
    ctx.state = {
      caller: { workspace_id: 'w', mode: 'relay', origin: 'api' },
      body: undefined,
      log: pino({ level: 'silent' }),
    };
    await next();
  });
  app.use(replayIdempotent({ method: 'post', access: 'management' } as Endpoint, services));
  app.use((ctx) => {
    resources.push(ctx.state['resource'] as NewResource);
    ctx.type = 'audio/mpeg';
    ctx.set('Service-Voice-Cache', 'miss');
    ctx.set('Location', '/v1/voice/clips/1');
    ctx.set('X-Of-This-Process', 'yes');
    ctx.status = status;
    ctx.body = body();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/voice/speak`;
});

beforeEach(() => {
  resources = [];
  status = 200;
});
afterAll(() => {
  server.close();
});

async function speak(key: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'idempotency-key': key, connection: 'close' },
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    cache: response.headers.get('service-voice-cache'),
    location: response.headers.get('location'),
    length: response.headers.get('content-length'),
    own: response.headers.get('x-of-this-process'),
    replayed: response.headers.get('idempotency-replayed'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const audio = randomBytes(300_000);
it.each<[string, () => Readable | Buffer | string]>([
  ['a stream', () => Readable.from([audio.subarray(0, 1000), audio.subarray(1000)])],
  ['bytes', () => audio],
  ['text', () => 'Ünïcode'],
])(
  '[idempotency.replay-is-exact] %s of another type comes back whole, with the headers that say something of it',
  async (name, answer) => {
    body = answer;
    const first = await speak(name);
    expect(first).toMatchObject({
      status: 200,
      type: expect.stringContaining('audio/mpeg'),
      cache: 'miss',
      location: '/v1/voice/clips/1',
      replayed: null,
    });
    const again = await speak(name);
    expect(again).toEqual({ ...first, own: null, replayed: 'true' });
    expect(resources.length).toBe(1);
  },
);

it('a response that is too large to be stored is sent, and made again with the same resource', async () => {
  const large = Buffer.alloc(largestStoredBytes + 1, 'x');
  body = () => large;
  for (const mayExist of [false, true]) {
    const { bytes, replayed } = await speak('large');
    expect([bytes.equals(large), replayed]).toEqual([true, null]);
    expect(resources.at(-1)?.mayExist).toBe(mayExist);
  }
  expect(new Set(resources.map(({ id }) => id)).size).toBe(1);
});

const refusal = (code: string) => () => ({ status: 'error', error: { code, message: 'No.' } });

it('[idempotency.stores-costly-refusals] a refusal that was charged is replayed, and its work not done again', async () => {
  status = 422;
  body = refusal('extract_failed');
  const first = await speak('charged');
  const again = await speak('charged');
  expect(first).toMatchObject({ status: 422, replayed: null });
  expect(again).toEqual({ ...first, own: null, replayed: 'true' });
  expect(resources.length).toBe(1);
});

it('[idempotency.released-after-refusal] a refusal that was not is made anew, of a new resource', async () => {
  status = 422;
  body = refusal('voice_empty_text');
  for (let time = 0; time < 2; time += 1) {
    expect(await speak('free')).toMatchObject({ status: 422, replayed: null });
  }
  expect(resources.map(({ mayExist }) => mayExist)).toEqual([false, false]);
  expect(resources[0]?.id).not.toBe(resources[1]?.id);
});
