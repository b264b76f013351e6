import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { json, startHost, type Host } from '#test/support/acting.ts';
import type { ApiClient } from '#test/support/api-client.ts';
import { createConnection } from '#test/support/connections.ts';
import { isReplayed, withKey } from '#test/support/idempotency.ts';
import { startProxiedService, type ProxiedService } from '#test/support/proxied-service.ts';
import { verdict } from '#test/support/verdict.ts';

const timeoutMs = 30_000;
const lease = { idempotencyLeaseMs: 60_000 };

let service: ProxiedService;
let host: Host;
let client: ApiClient;
let keyed: ApiClient;
let path: string;
beforeAll(async () => {
  service = await startProxiedService({ worker: false, services: lease });
});
beforeEach(async () => {
  host = await startHost();
  ({ client } = await service.workspace());
  const { id } = await createConnection(client, { base_url: host.url });
  path = `/v1/connections/${id}/test`;
  keyed = withKey(client);
});
afterEach(async () => {
  await service.mongodb.restore();
  await host.stop();
});
afterAll(async () => await service.stop());

it('[fault.dependency-down] while MongoDB is away a request with a key does nothing', async () => {
  await service.mongodb.cut();
  expect(verdict(await keyed.post(path))).toEqual([503, 'temporarily_unavailable']);
  expect(host.calls).toEqual([]);
  await service.mongodb.restore();
  expect((await keyed.post(path)).status).toBe(200);
});

it('[idempotency.replay] what was done as MongoDB went away is answered when it is back, and stored', async () => {
  const open: ServerResponse[] = [];
  host.answer = (_, response) => open.push(response);
  const sent = keyed.post(path);
  await waitUntil(() => open.length === 1, { timeoutMs, what: 'the request works' });
  await service.mongodb.cut();
  let answered = false;
  void sent.finally(() => (answered = true));
  for (const response of open) json(response, 200, {});
  expect(verdict(await client.get('/v1/agents'))).toEqual([503, 'temporarily_unavailable']);
  expect(answered).toBe(false);
  await service.mongodb.restore();
  const first = await sent;
  expect(first.status).toBe(200);
  const again = await keyed.post(path);
  expect([again.body, isReplayed(again), host.calls.length]).toEqual([first.body, true, 1]);
});
