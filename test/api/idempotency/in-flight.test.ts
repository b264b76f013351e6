import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { type Host, json, startHost } from '../../support/acting.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { startService, type TestService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

/**
 * Short, so that a key is seen to outlive it in the hands of one who works. It is renewed after a third of it: whoever
 * stands still for less than the rest does not lose the key.
 */
const idempotencyLeaseMs = 4000;
const timeoutMs = 20_000;

let service: TestService;
let host: Host;
let client: ApiClient;
let apiKey: string;
let keyed: ApiClient;
let path: string;
/** What the host has been asked and not answered yet. */
let open: ServerResponse[];
beforeAll(async () => {
  service = await startService({ worker: false, services: { idempotencyLeaseMs } });
});
beforeEach(async () => {
  ({ client, apiKey } = await service.workspace());
  host = await startHost();
  open = [];
  host.answer = (_, response) => open.push(response);
  const { id } = await createConnection(client, { base_url: host.url });
  path = `/v1/connections/${id}/test`;
  keyed = withKey(client);
  return async () => await host.stop();
});
afterAll(async () => await service.stop());

/** A request that works for as long as the host keeps its answer. */
async function working(): Promise<{ answer: Promise<ApiAnswer<unknown>> }> {
  const before = host.calls.length;
  const answer = keyed.post(path);
  await waitUntil(() => host.calls.length > before, { timeoutMs, what: 'the request works' });
  return { answer };
}

function answerAll(status: number): void {
  for (const response of open.splice(0)) json(response, status, {});
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
  expect([again.body, isReplayed(again), host.calls.length]).toEqual([body, true, 1]);
});

it('[idempotency.key-reuse] another request is refused as another while the first works', async () => {
  const first = await working();
  expect(verdict(await keyed.post('/v1/agents', {}))).toEqual([422, 'idempotency_key_reuse']);
  answerAll(200);
  expect((await first.answer).status).toBe(200);
});

it('[idempotency.lease] whoever works keeps the key for longer than its lease', async () => {
  const first = await working();
  const { leased_until } = await leaseOf();
  await waitUntil(
    async () => (await leaseOf()).leased_until.getTime() > leased_until.getTime() + idempotencyLeaseMs,
    {
      timeoutMs,
      what: 'the lease was renewed for longer than it lasts',
    },
  );
  expect(verdict(await keyed.post(path))).toEqual([409, 'idempotency_in_flight']);
  answerAll(200);
  expect([(await first.answer).status, host.calls.length]).toEqual([200, 1]);
});

it('[idempotency.lease] whoever lost the key answers what the next one answered, and overwrites nothing', async () => {
  const first = await working();
  await endLease();
  const next = await working();
  const [firstCall, nextCall] = open.splice(0) as [ServerResponse, ServerResponse];
  json(nextCall, 201, {});
  const answered = await next.answer;
  expect(answered.data).toMatchObject({ status: 201 });
  json(firstCall, 202, {});
  const late = await first.answer;
  expect([late.body, isReplayed(late)]).toEqual([answered.body, true]);
  expect((await keyed.post(path)).body).toEqual(answered.body);
});

it('[idempotency.lease] whoever lost the key to one who still works is told to come back', async () => {
  const first = await working();
  await endLease();
  const next = await working();
  const [firstCall] = open.splice(0, 1) as [ServerResponse];
  json(firstCall, 200, {});
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
  await waitUntil(() => host.calls.length === 1, { timeoutMs, what: 'the request works' });
  gone.abort();
  await expect(sent).rejects.toThrow('aborted');
  answerAll(200);
  await waitUntil(async () => (await leaseOf()).state === 'answered', { timeoutMs, what: 'it was answered' });
  const found = await withKey(client, 'left').post(path);
  expect([found.status, isReplayed(found), host.calls.length]).toEqual([200, true, 1]);
});
