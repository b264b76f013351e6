import { beforeEach, expect, it } from 'vitest';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

/**
 * It is renewed after a third of its life, which a test can wait for: a process that stands still for less than the
 * rest keeps the key.
 */
const idempotencyLeaseMs = 30_000;
const timeoutMs = 60_000;

const service = perFile(() =>
  startService({ worker: false, services: { idempotencyLeaseMs, outboundHttp } }),
);
let client: ApiClient;
let apiKey: string;
let keyed: ApiClient;
let path: string;
/** How often the host was asked. */
let asked: number;
/** Unanswered requests: only the test ends one. */
let open: ((status: number) => void)[];
const outboundHttp: OutboundHttp = {
  send: async () => {
    asked += 1;
    const status = await new Promise<number>((resolve) => open.push(resolve));
    return { status, headers: {}, body: '{}', bytes: 2 };
  },
  open: async () => await Promise.reject(new Error('a connection is not tested by a stream')),
  isBlocked: async () => await Promise.resolve(false),
};
beforeEach(async () => {
  ({ client, apiKey } = await service.workspace());
  [asked, open] = [0, []];
  const { id } = await createConnection(client);
  path = `/v1/connections/${id}/test`;
  keyed = withKey(client);
});
/** A request that works for as long as the host keeps its answer. */
async function working(): Promise<{ answer: Promise<ApiAnswer> }> {
  const before = asked;
  const answer = keyed.post(path);
  await waitUntil(() => asked > before, { timeoutMs, what: 'the request works' });
  return { answer };
}

function answerAll(status: number): void {
  for (const answer of open.splice(0)) answer(status);
}

async function leaseOf() {
  const [key] = await service.db.idempotency_keys.find().sort({ expires_at: -1 }).limit(1).toArray();
  if (key === undefined) throw new Error('no key is held');
  return key;
}

/** As if the process that holds the key had stood still for longer than its lease, and others saw it. */
async function endLease(): Promise<void> {
  const { _id } = await leaseOf();
  await service.db.idempotency_keys.updateOne(
    { _id },
    { $set: { leased_until: new Date(0), holder: 'nobody' } },
  );
}

it('[idempotency.in-flight] the same request is refused while the first works, on every API, and gets its response after', async () => {
  const second = await service.secondApi();
  const first = await working();
  for (const baseUrl of [service.baseUrl, second.baseUrl]) {
    const refused = await keyed.at(baseUrl).post(path);
    expect(verdict(refused)).toEqual([409, 'idempotency_in_flight']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  answerAll(200);
  const { body } = await first.answer;
  const again = await keyed.at(second.baseUrl).post(path);
  expect([again.body, isReplayed(again), asked]).toEqual([body, true, 1]);
});

it('[idempotency.key-reuse] another request is refused as another while the first works', async () => {
  const first = await working();
  expect(verdict(await keyed.post('/v1/agents', {}))).toEqual([422, 'idempotency_key_reuse']);
  answerAll(200);
  expect((await first.answer).status).toBe(200);
});

it('[idempotency.lease] whoever works keeps the key for longer than its lease', async () => {
  const first = await working();
  const { _id } = await leaseOf();
  // As if all of the lease had passed: from now on, only its renewal holds the key.
  await service.db.idempotency_keys.updateOne({ _id }, { $set: { leased_until: new Date(0) } });
  await waitUntil(async () => (await leaseOf()).leased_until.getTime() > 0, {
    timeoutMs,
    what: 'the lease is renewed',
  });
  expect(verdict(await keyed.post(path))).toEqual([409, 'idempotency_in_flight']);
  answerAll(200);
  expect([(await first.answer).status, asked]).toEqual([200, 1]);
});

it('[idempotency.lease] whoever lost the key answers what the next one answered, and overwrites nothing', async () => {
  const first = await working();
  await endLease();
  const next = await working();
  const [answerFirst, answerNext] = open.splice(0) as [typeof answerAll, typeof answerAll];
  answerNext(201);
  const answered = await next.answer;
  expect(answered.data).toMatchObject({ status: 201 });
  answerFirst(202);
  const late = await first.answer;
  expect([late.body, isReplayed(late)]).toEqual([answered.body, true]);
  expect((await keyed.post(path)).body).toEqual(answered.body);
});

it('[idempotency.lease] whoever lost the key to one who still works is told to come back', async () => {
  const first = await working();
  await endLease();
  const next = await working();
  const [answerFirst] = open.splice(0, 1) as [typeof answerAll];
  answerFirst(200);
  expect(verdict(await first.answer)).toEqual([409, 'idempotency_in_flight']);
  answerAll(200);
  expect((await next.answer).status).toBe(200);
});

it('[idempotency.replay] a client that went away before its answer finds it under the key', async () => {
  const gone = new AbortController();
  const sent = fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'left' },
    signal: gone.signal,
  });
  await waitUntil(() => asked === 1, { timeoutMs, what: 'the request works' });
  gone.abort();
  await expect(sent).rejects.toThrow('aborted');
  answerAll(200);
  await waitUntil(async () => (await leaseOf()).state === 'answered', { timeoutMs, what: 'it was answered' });
  const found = await withKey(client, 'left').post(path);
  expect([found.status, isReplayed(found), asked]).toEqual([200, true, 1]);
});
