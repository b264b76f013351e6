import { expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import { beginErasure } from '#store/erasures/erasures.ts';
import { newId } from '#store/mongo/ids.ts';
import type { Database } from '#store/mongo/database.ts';
import { storeExtraction } from '#store/extractions/extractions.ts';
import { newResource } from '#store/requests/idempotency-keys.ts';
import { documentsWith, erase, erased } from '../../support/erasures.ts';
import { extractFrom, modelSays, modelsAt } from '../../support/extract.ts';
import { withKey } from '../../support/idempotency.ts';
import { accountOf } from '../../support/ledger.ts';
import { startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { createEndpoint, startReceiver, verified } from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';

const models = perFile(startModelServer, async (it) => await it.close());
const receiver = perFile(startReceiver);
/** Records of requests are stored within a quarter of a second. */
const service = perFile(() =>
  startService({ models: modelsAt(models.url), erasureSettlesMs: 1000, webhookRetryScale: 0.001 }),
);

it('[event.type.extract] [webhook.endpoint.events] the event reaches a webhook endpoint, also if the first attempt fails', async () => {
  const { client } = await service.workspace();
  const { secret } = await createEndpoint(client, receiver.url, {
    events: ['extract.completed', 'extract.failed'],
  });
  receiver.answer = (_, response, count) => response.writeHead(count === 1 ? 500 : 204).end();
  const { data } = await extractFrom(client, '{"total": 12}');
  const [first, again] = await receiver.received('extract.completed', 2);
  await extractFrom(client, 'nothing');
  const [failed] = await receiver.received('extract.failed');
  if (first === undefined || again === undefined || failed === undefined) throw new Error('one is missing');
  expect(verified(again, secret)).toEqual(verified(first, secret));
  expect(first.event).toMatchObject({
    source: { kind: 'request', id: data.id },
    data: { result: { total: 12 } },
  });
  const listed = (await client.get<Event[]>('/v1/events')).data;
  expect(listed).toEqual([verified(failed, secret), verified(first, secret)]);
});

it('[extract.erased] [erasure.everything] nothing of an extraction for a subject is left after its erasure, and its charge stays', async () => {
  const marker = 'marker-3381';
  const { id, client } = await service.workspace();
  await createEndpoint(client, receiver.url);
  receiver.answer = (_, response) => response.writeHead(500).end();
  const text = `{"total": 1} ${marker}`;
  const schema = { type: 'object', description: marker };
  await extractFrom(withKey(client.as(marker)), text, { schema });
  models.answers(modelSays(`"${marker}"`), modelSays(`"${marker}"`));
  const failed = await extractFrom(withKey(client.as(marker)), text, { model_class: 'standard' });
  expect(failed.status).toBe(422);
  expect(await service.db.idempotency_keys.countDocuments({ workspace_id: id })).toBe(2);
  const recorded = async () => (await client.get<unknown[]>('/v1/requests?product=extract')).data.length;
  await expect.poll(recorded).toBe(2);
  const { data } = await erase(client, marker);
  await erased(client, data.id);
  const left = await documentsWith(service.db, marker);
  expect([...left.keys()]).toEqual([]);
  expect(await service.db.events.countDocuments({ workspace_id: id })).toBe(0);
  expect(await service.db.idempotency_keys.countDocuments({ workspace_id: id })).toBe(0);
  expect((await accountOf(service.db, id)).entries.map(({ reason }) => reason)).toEqual([
    'grant',
    'extract',
    'extract',
  ]);
});

it('[extract.erased] [erasure.refuses-new-work] while its subject is erased, none is begun, none in progress is kept, and nothing is charged', async () => {
  const { id, client } = await service.workspace({ credits: 10 });
  const subject = { workspace_id: id, subject_ref: 'ada' };
  models.answers(async (response) => {
    await beginErasure(service.db, subject, newId());
    await modelSays('{"total": 1}')(response);
  });
  const caught = await extractFrom(client.as('ada'), 'One.', { model_class: 'standard' });
  expect(verdict(caught)).toEqual([409, 'erasure_running']);
  expect(await service.db.events.countDocuments({ workspace_id: id })).toBe(0);
  expect(verdict(await extractFrom(client.as('ada'), '{"total": 1}'))).toEqual([409, 'erasure_running']);
  expect((await accountOf(service.db, id)).entries.map(({ reason }) => reason)).toEqual(['grant']);
  expect((await client.get('/v1/credits')).data).toEqual({ balance: 10, held: 0 });
  expect((await extractFrom(client.as('bob'), '{"total": 1}')).status).toBe(200);
});

it('[extract.erased] what was stored just before an erasure began is answered and charged, and nothing of it is left if this process stood still meanwhile', async () => {
  const { id: workspace_id, client } = await service.workspace({ credits: 10 });
  const subject = { workspace_id, subject_ref: 'ada' };
  const db: Database = Object.create(service.db, {
    transaction: {
      value: async (...work: Parameters<Database['transaction']>) => {
        await service.db.transaction(...work);
        await beginErasure(service.db, subject, newId());
      },
    },
  });
  await createEndpoint(client, receiver.url);
  const stored = await storeExtraction(db, {
    ...subject,
    origin: 'api',
    resource: newResource(),
    request_id: newId(),
    model_class: 'fast',
    input_tokens: 1,
    output_tokens: 1,
    cost: 1_000_000,
    reservation: newId(),
    outcome: { result: 'of Ada' },
  });
  expect(stored.outcome).toEqual({ result: 'of Ada' });
  const entries = async () => (await accountOf(service.db, workspace_id)).entries.map(({ reason }) => reason);
  await expect.poll(entries).toEqual(['grant', 'extract']);
  expect(await service.db.events.countDocuments({ workspace_id })).toBe(0);
  expect(await service.db.pending_deliveries.countDocuments({ workspace_id })).toBe(0);
});
