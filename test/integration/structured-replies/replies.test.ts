import { describe, expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { converse, messagesOf, post, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import { confirm, startActing, threadOf, traceOf } from '../../support/acting-run.ts';
import { followThread } from '../../support/event-source.ts';
import { eventsOf } from '../../support/events.ts';
import { totalSchema } from '../../support/extract.ts';
import { accountOf } from '../../support/ledger.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost, async (it) => await it.stop());
const token = 'tok-98765-zulu';
const patches = [
  actingPatch('open', { input_schema: { type: 'object' }, redact: { args: [], result: ['/token'] } }),
  actingPatch('pay', { wired: { gate: 'confirm' } }),
];
const acting = async (reply_schema: Record<string, unknown> = totalSchema) => {
  host.answer = (_, response) => json(response, 200, { token });
  return await startActing(service, { host, patches, agent: { reply_schema } });
};
const lastOf = async (client: Parameters<typeof messagesOf>[0], thread: string) =>
  (await messagesOf(client, thread)).at(-1);
const data = (payload: unknown) => ({ type: 'data', kind: 'reply', payload });

it('[reply-schema.valid] a valid reply is the data of its message and of its events', async () => {
  const { client, thread } = await acting();
  const run = await converse(client, thread, '/say {"total": 12.5}');
  expect(run).toMatchObject({ state: 'closed', reason: 'finished', message: { content: '{"total":12.5}' } });
  expect(await lastOf(client, thread)).toMatchObject({
    content: '{"total":12.5}',
    parts: [data({ total: 12.5 })],
  });
  const events = await eventsOf(service.db, run.id);
  const told = events.filter(({ type }) => type.startsWith('message.'));
  expect(told.map(({ type, data: { parts } }) => [type, parts])).toEqual([
    ['message.block', [data({ total: 12.5 })]],
    ['message.completed', [data({ total: 12.5 })]],
  ]);
});

it('[reply-schema.repaired-once] an invalid reply is corrected in a further turn, which is charged like any other', async () => {
  const { client, thread, workspace } = await acting();
  const run = await converse(client, thread, '/say It is 12.5.\n---\n/say {"total": 12.5}');
  expect(run).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(await lastOf(client, thread)).toMatchObject({
    content: '{"total":12.5}',
    parts: [data({ total: 12.5 })],
  });
  const { turns } = await traceOf(client, run.id);
  expect(turns).toMatchObject([{ reply_faults: [{ path: '', message: 'is not JSON' }] }, { seq: 2 }]);
  expect(turns[1]).not.toHaveProperty('reply_faults');
  expect(JSON.stringify(turns[1]?.request)).toContain('- The reply is not JSON');
  const charges = (await accountOf(service.db, workspace)).entries.filter(({ reason }) => reason === 'turn');
  expect(charges).toHaveLength(2);
  const cost = turns.reduce((sum, { cost_credits }) => sum + cost_credits, 0);
  expect(run.cost_credits).toBeCloseTo(cost, 6);
});

it('[run.end.invalid-reply] [reply-schema.repaired-once] a reply that stays invalid fails the run, which has no message', async () => {
  const { client, thread } = await acting();
  const run = await converse(
    client,
    thread,
    '/say {"total": "12"}\n---\n/say {"sum": 12}\n---\n/say {"total": 12}',
  );
  expect(run).toMatchObject({ state: 'failed', error: { code: 'invalid_reply' } });
  expect(run.message).toBeUndefined();
  expect((await messagesOf(client, thread)).map(({ role }) => role)).toEqual(['user']);
  const faults = (await traceOf(client, run.id)).turns.map(({ reply_faults = [] }) =>
    reply_faults.map(({ path }) => path),
  );
  expect(faults).toEqual([['total'], ['total', 'sum']]);
  expect((await eventsOf(service.db, run.id)).at(-1)).toMatchObject({
    type: 'run.failed',
    data: { error: { code: 'invalid_reply' } },
  });
});

it('[reply-schema.repaired-once] a run without another turn left ends as its limit says', async () => {
  const { client, thread } = await startActing(service, {
    agent: { reply_schema: totalSchema, limits: { max_turns: 1, pause_ttl_seconds: 60 } },
  });
  const run = await converse(client, thread, '/say none\n---\n/say {"total": 1}');
  expect(run).toMatchObject({ state: 'failed', error: { code: 'turn_limit' } });
});

it('[reply-schema.no-json-in-deltas] followers see what is said beside calls, and none of the data', async () => {
  const { client, apiKey } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, [], { reply_schema: totalSchema });
  const thread = await startThread(client, agent.id);
  const stream = await followThread({ baseUrl: service.baseUrl, apiKey, subject: 'ada', threadId: thread });
  const plan = '/call update_plan {"steps": []}';
  await post(client, thread, `/say I look.\n${plan}\n---\n/say Wrong.\n---\n/say {"total": 5}`);
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
  const deltas = stream.events.filter(({ type }) => type === 'message.delta');
  expect(deltas.map(({ event }) => event.data?.['text']).join('')).toBe('I look.');
  const completed = stream.events.find(({ type }) => type === 'message.completed');
  expect(completed?.event.data).toMatchObject({
    content: 'I look.\n\n{"total":5}',
    parts: [{ type: 'text', text: 'I look.' }, data({ total: 5 })],
  });
});

describe('a run whose reply has a schema', () => {
  it('[reply-schema.valid] asks, is held at a gate, shows a block, and replies with data', async () => {
    const { client, thread } = await acting();
    const block = '/call show_block {"kind": "card", "payload": {"title": "Card"}}';
    const steps = [
      '/call ask_user {"question": "How much?"}',
      '/call pay {"amount": 5}',
      block,
      '/say {"total": 5}',
    ];
    let run: Run = await converse(client, thread, steps.join('\n---\n'));
    expect(run.state).toBe('awaiting_input');
    expect((await converse(client, thread, 'Five.')).id).toBe(run.id);
    const { pending_confirmation } = await threadOf(client, thread);
    await confirm(client, run.id, pending_confirmation?.tool_call_id ?? '');
    run = await settled(client, run.id);
    expect(run).toMatchObject({ state: 'closed', reason: 'finished' });
    expect((await lastOf(client, thread))?.parts).toEqual([
      { type: 'data', kind: 'card', payload: { title: 'Card' } },
      data({ total: 5 }),
    ]);
  });

  it('[reply-schema.handoff] may end in words after a handoff', async () => {
    const { client, thread } = await acting();
    const run = await converse(
      client,
      thread,
      '/call handoff {"reason": "lost"}\n---\n/say A colleague will write.',
    );
    expect(run).toMatchObject({ state: 'closed', reason: 'handoff' });
    expect(await lastOf(client, thread)).toMatchObject({ content: 'A colleague will write.', parts: null });
  });

  it('[reply-schema.redacted] shows nothing that patches redact', async () => {
    const { client, thread } = await acting({ type: 'object', properties: { token: { type: 'string' } } });
    const run = await converse(client, thread, '/call open\n---\n/say {{last}}');
    expect(run).toMatchObject({ state: 'closed', message: { content: '{"token":"[redacted]"}' } });
    const shown = [
      await lastOf(client, thread),
      await eventsOf(service.db, run.id),
      await traceOf(client, run.id),
    ];
    expect(JSON.stringify(shown)).not.toContain(token);
  });

  it('[reply-schema.told-later] is told all of its data by the next run', async () => {
    const { client, thread } = await acting({ type: 'object' });
    const first = await converse(client, thread, '/say {"text": "Five.", "total": 5}');
    expect(first.message?.content).toBe('Five.');
    const { turns } = await traceOf(client, (await converse(client, thread, '/say {}')).id);
    expect(turns[0]?.request).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', content: '{"text":"Five.","total":5}' },
        { role: 'user' },
      ],
    });
  });
});
