import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import { perFile } from '../../support/per-file.ts';

/** As long as gRPC's own back-off takes to grow well beyond what is allowed. */
const awayMs = 20_000;
const service = perFile(startProxiedService);
let direct: Client;
beforeAll(() => {
  direct = createTemporalClient({ address: inject('temporalAddress'), namespace: 'default' });
});

afterAll(async () => await direct.connection.close());

it('[operations.temporal-back] after Temporal was away for 20 s, a message that is posted as soon as it is back is started at once, and answered, without a sweep', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const thread = await startThread(client);
  await settled(client, await post(client, thread, 'before'));
  await service.temporalProxy.cut();
  const cutAt = performance.now();
  // Somebody asks for Temporal all the time, so that it is tried again and again.
  while (performance.now() - cutAt < awayMs) {
    expect((await client.get('/readyz')).status).toBe(503);
    await sleep(100);
  }
  const other = await startThread(client);
  await service.temporalProxy.restore();
  const run = await post(client, other, 'after');
  const started = async () => await direct.workflow.getHandle(runWorkflowId(run)).describe();
  // The API tries for five seconds. gRPC by itself would try again later than that, and then only a sweep starts it.
  await expect.poll(started).toBeDefined();
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    message: { content: 'You said: after' },
  });
});
