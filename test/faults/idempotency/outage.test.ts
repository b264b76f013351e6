import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { json, startHost } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const timeoutMs = 60_000;

const service = perFile(() => startProxiedService({ worker: false, workflows: quietWorkflows }));
const host = perTest(startHost);
let client: ApiClient;
let keyed: ApiClient;
let path: string;
/** Called as soon as a key is claimed. */
let onClaim: (() => Promise<void>) | undefined;
beforeAll(() => {
  const claims = new Set<number>();
  service.db.client.on('commandStarted', ({ command, requestId }) => {
    if (command['findAndModify'] === 'idempotency_keys') claims.add(requestId);
  });
  service.db.client.on('commandSucceeded', ({ requestId }) => {
    if (claims.has(requestId)) void onClaim?.();
  });
});

beforeEach(async () => {
  onClaim = undefined;
  ({ client } = await service.workspace());
  const { id } = await createConnection(client, { base_url: host.url });
  path = `/v1/connections/${id}/test`;
  keyed = withKey(client);
});

afterEach(async () => await service.mongodb.restore());

it('[fault.dependency-down] while MongoDB is away a request with a key does nothing', async () => {
  await service.mongodb.cut();
  expect(verdict(await keyed.post(path))).toEqual([503, 'temporarily_unavailable']);
  expect(host.calls).toEqual([]);
  await service.mongodb.restore();
  await expect.poll(async () => (await keyed.post(path)).status).toBe(200);
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

it('[idempotency.released-after-5xx] a request that fails for the outage is answered at once, and its key free when MongoDB is back', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  const send = async () =>
    await withKey(client, 'outage').post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' });
  let claimed = 0;
  onClaim = async () => {
    onClaim = undefined;
    claimed += 1;
    await service.mongodb.cut();
  };
  expect(verdict(await send())).toEqual([503, 'temporarily_unavailable']);
  expect(claimed).toBe(1);
  await service.mongodb.restore();
  let answer = await send();
  await waitUntil(
    async () => {
      // As long as the service has not found MongoDB again, it says so.
      const isFree = () => ![409, 503].includes(answer.status);
      if (!isFree()) answer = await send();
      return isFree();
    },
    { timeoutMs, what: 'the key is free' },
  );
  expect([answer.status, isReplayed(answer)]).toEqual([202, false]);
  expect(await service.db.runs.countDocuments({ thread_id: thread })).toBe(1);
});
