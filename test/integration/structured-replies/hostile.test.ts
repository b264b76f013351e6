import { expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { startActing, traceOf } from '../../support/acting-run.ts';
import { modelSays, modelsAt, totalSchema } from '../../support/extract.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const models = perFile(startModelServer, async (it) => await it.close());
const service = perFile(() => startService({ models: modelsAt(models.url) }));
const standard = { model_class: 'standard' as const };

it('[reply-schema.bounded] a reply of half a megabyte is invalid, and the model is shown the beginning of it', async () => {
  const { client, thread } = await startActing(service, {
    agent: { ...standard, reply_schema: { type: 'object' } },
  });
  const long = `{"a":"${'x'.repeat(500_000)}"}`;
  models.answers(modelSays(long), modelSays(long));
  const from = models.requests.length;
  const run = await converse(client, thread, 'Go on.');
  expect(run).toMatchObject({ state: 'failed', error: { code: 'invalid_reply' } });
  const { turns } = await traceOf(client, run.id);
  expect(turns.map(({ reply_faults }) => reply_faults)).toEqual([
    [{ path: '', message: 'is too long' }],
    [{ path: '', message: 'is too long' }],
  ]);
  const second = JSON.stringify(models.requests[from + 1]?.body);
  expect([second.includes('- The reply is too long'), second.length < 30_000]).toEqual([true, true]);
});

it('[reply-schema.bounded] a reply that takes for ever to validate is invalid, and other workspaces go on', async () => {
  // Each definition refers to the next one twice.
  const $defs = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `d${index}`,
      index === 59
        ? { type: 'string' }
        : { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );
  const slow = await startActing(service, {
    agent: { reply_schema: { properties: { a: { $ref: '#/$defs/d0' } }, $defs } },
  });
  const other = await startActing(service, { agent: { reply_schema: totalSchema } });
  const endless = converse(slow.client, slow.thread, '/say {"a": "x"}\n---\n/say {}');
  const ended = await converse(other.client, other.thread, '/say {"total": 1}');
  expect(ended).toMatchObject({ state: 'closed' });
  const run = await endless;
  expect(run).toMatchObject({ state: 'closed', message: { content: '{}' } });
  expect((await traceOf(slow.client, run.id)).turns[0]?.reply_faults).toEqual([
    { path: '', message: 'takes too long to validate' },
  ]);
});

it('[agent.publish.reply-schema] [reply-schema.bounded] a schema that cannot be used is refused', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const publish = async (reply_schema: unknown) =>
    await client.post('/v1/agents', {
      key: 'data',
      name: 'Data',
      instructions: '',
      model_class: 'scripted',
      reply_schema,
    });
  for (const schema of [
    { type: 'nonsense' },
    { $ref: '#/$defs/none' },
    { $ref: 'https://example.com/schema' },
    { pattern: '(?=a)' },
  ]) {
    const refused = await publish(schema);
    expect(refused.status).toBe(422);
    expect(refused.error).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'reply_schema', code: 'invalid_schema' }],
    });
  }
  for (const schema of ['text', [], { description: 'x'.repeat(32_768) }])
    expect((await publish(schema)).status).toBe(422);
  expect((await client.get<unknown[]>('/v1/agents')).data).toEqual([]);
  const accepted = await publish({ $ref: '#/$defs/odd', $defs: { odd: { const: { $ref: 'a', $id: 1 } } } });
  expect(accepted.status).toBe(201);
  expect(
    (await publish({ $ref: '#/$defs/odd', $defs: { odd: { const: { $ref: 'a', $id: 1 } } } })).status,
  ).toBe(200);
  const thread = await startThread(client, (accepted.data as { id: string }).id);
  expect(await converse(client, thread, '/say {"$ref": "a", "$id": 1}')).toMatchObject({ state: 'closed' });
});
