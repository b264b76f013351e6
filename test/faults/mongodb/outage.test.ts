import { beforeAll, expect, it } from 'vitest';
import { newId } from '#store/mongo/ids.ts';
import { definition } from '../../support/agents.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import type { TestWorkspace } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { quietWorkflows } from '../../support/quiet-workflows.ts';
import { perFile } from '../../support/per-file.ts';

const service = perFile(() => startProxiedService({ worker: false, workflows: quietWorkflows }));
let known: TestWorkspace;
let unseen: TestWorkspace;
let thread: string;
beforeAll(async () => {
  known = await service.workspace({ subject: 'ada' });
  unseen = await service.workspace({ subject: 'ada' });
  thread = `/v1/loom/threads/${await startThread(known.client)}`;
  await service.mongodb.cut();
});

it('[fault.dependency-down] [operations.readyz] while MongoDB is down, all that needs it is unavailable', async () => {
  const { client } = known;
  const answers = await Promise.all([
    client.get('/v1/loom/threads'),
    client.get(`${thread}/messages`),
    client.get(`/v1/loom/runs/${newId()}?wait=1`),
    client.post(`${thread}/messages`, { content: 'Hello' }),
    client.post('/v1/agents', definition()),
    unseen.client.get('/v1/loom/threads'),
    client.get('/readyz'),
  ]);
  for (const answer of answers) {
    expect(verdict(answer)).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(JSON.stringify(answer.body)).not.toMatch(/127\.0\.0\.1|ECONN|Mongo(?!DB)/);
  }
});

it('[operations.healthz] while MongoDB is down the process lives', async () => {
  const { status, body } = await known.client.with({ apiKey: '' }).get('/healthz');
  expect([status, body]).toEqual([200, { status: 'success', data: { alive: true } }]);
});

it('what needs no MongoDB is answered as ever', async () => {
  expect(verdict(await known.client.get('/v1/nothing'))).toEqual([404, 'not_found']);
  expect(verdict(await known.client.send('PUT', '/v1/agents'))).toEqual([405, 'method_not_allowed']);
});

it('[operations.readyz] when MongoDB is back, all goes on by itself', async () => {
  await service.mongodb.restore();
  await expect
    .poll(async () => (await known.client.get('/readyz')).body)
    .toEqual({ status: 'success', data: { ready: true } });
  expect((await known.client.post(`${thread}/messages`, { content: 'Hello' })).status).toBe(202);
});
