import { expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import type { CreatedThread, Thread } from '#contract/thread.ts';
import type { Patch } from '#contract/patch.ts';
import { type ActingPatch, actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, report, threadOf, traceOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, messagesOf, settled, startThread } from '#clients/raw/conversation.ts';
import { followThread } from '../../support/event-source.ts';
import { nestedJson, oddJson, oddPairs } from '../../support/odd-json.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { createEndpoint, startReceiver, verified } from '../../support/webhook-receiver.ts';
import { perFile, perTest } from '../../support/per-file.ts';

const service = sharedService();
const host = perTest(startHost);
const receiver = perFile(startReceiver);
const odd = oddJson();
const anyObject = { input_schema: { type: 'object' } };

async function start(...patches: ActingPatch[]): Promise<TestWorkspace & { thread: string; agent: string }> {
  const workspace = await service.workspace({ subject: 'ada' });
  const { id: agent } = await publishActing(workspace.client, host, patches);
  return { ...workspace, agent, thread: await startThread(workspace.client, agent) };
}

const eventsFrom = async (client: ApiClient, run: string) =>
  (await client.get<Event[]>(`/v1/events?run_id=${run}&limit=100`)).data.toReversed();

const dataOf = (events: Event[], type: Event['type']) => events.find((event) => event.type === type)?.data;

it('[run.trace.free-json] what a model calls with and a host answers comes out of the trace, the log, the stream, the webhooks and the next request as it went in', async () => {
  host.answer = (_, response) => json(response, 200, odd);
  const { client, apiKey, thread } = await start(actingPatch('look', anyObject));
  const { secret } = await createEndpoint(client, receiver.url);
  const run = await converse(client, thread, `/call look ${JSON.stringify(odd)}\n---\n/say {{last}}`);
  expect(run).toMatchObject({ state: 'closed', message: { content: JSON.stringify(odd) } });
  expect(host.calls.map(({ body }) => body)).toEqual([odd]);

  const { turns } = await traceOf(client, run.id);
  expect(turns[0]?.tool_calls).toMatchObject([{ status: 'ok', request: { method: 'POST' } }]);
  const [call] = turns[0]?.tool_calls ?? [];
  expect([call?.args, call?.result, call?.request?.['body']]).toEqual([odd, odd, odd]);
  expect(turns[0]?.response?.['calls']).toEqual([expect.objectContaining({ args: odd })]);
  const messages = turns[1]?.request?.['messages'] as { results?: { result: unknown }[] }[];
  expect(messages.flatMap(({ results = [] }) => results)).toEqual([expect.objectContaining({ result: odd })]);

  const log = await eventsFrom(client, run.id);
  expect(dataOf(log, 'tool_call.started')?.['args']).toEqual(odd);
  expect(dataOf(log, 'tool_call.completed')?.['result']).toEqual(odd);
  const stream = await followThread({
    baseUrl: service.baseUrl,
    apiKey,
    subject: 'ada',
    threadId: thread,
    query: '?since=start',
  });
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
  const stored = stream.events.filter(({ id }) => id !== undefined).map(({ event }) => event);
  expect(stored).toEqual(log);
  const [started] = await receiver.received('tool_call.started');
  const [completed] = await receiver.received('tool_call.completed');
  expect(started && verified(started, secret).data?.['args']).toEqual(odd);
  expect(completed && verified(completed, secret).data?.['result']).toEqual(odd);
});

it('[run.trace.free-json] what a proposed action is called with, and what a person says of it, comes out as it went in', async () => {
  const { client, thread } = await start(
    actingPatch('sign', { interaction: 'proposed_action', ...anyObject }),
  );
  const { id } = await converse(client, thread, `/call sign ${JSON.stringify(odd)}\n---\n/say {{last}}`);
  expect((await threadOf(client, thread)).pending_action?.args).toEqual(odd);
  const detail = oddJson();
  expect((await report(client, id, await pendingCall(client, thread), 'occurred', detail)).status).toBe(202);
  const run = await settled(client, id);
  expect(run.message?.content).toBe(JSON.stringify({ state: 'occurred', detail }));
  const [call] = await callsOf(client, id);
  expect([call?.args, call?.outcome?.detail, call?.result]).toEqual([
    odd,
    detail,
    { state: 'occurred', detail },
  ]);
  const log = await eventsFrom(client, id);
  expect(dataOf(log, 'action.proposed')?.['args']).toEqual(odd);
  expect(dataOf(log, 'tool_call.completed')?.['result']).toEqual({ state: 'occurred', detail });
});

it.each(['approve', 'reject'] as const)(
  '[run.trace.free-json] what a person says beside %s reaches the trace and the model as it was said',
  async (decision) => {
    const { client, thread } = await start(actingPatch('pay', { ...anyObject, wired: { gate: 'confirm' } }));
    const { id } = await converse(client, thread, '/call pay {}\n---\n/say {{last}}');
    const tool_call_id = await pendingCall(client, thread);
    const body = { tool_call_id, decision, detail: odd };
    expect((await client.post(`/v1/loom/runs/${id}/confirm`, body)).status).toBe(202);
    const run = await settled(client, id);
    const told =
      decision === 'approve' ? { ok: true, approval: { detail: odd } } : { declined: true, detail: odd };
    expect(run.message?.content).toBe(JSON.stringify(told));
    const [call] = await callsOf(client, id);
    expect(call?.decision).toMatchObject({ decision });
    expect(call?.decision?.detail).toEqual(odd);
  },
);

it.each([
  ['is read by the model as text', {}, (text: string) => text],
  ['is hidden as a whole if results are redacted', { redact: { result: ['/0/pan'] } }, () => '[redacted]'],
])('[tool-call.answer-as-text] a list of 20,000 objects %s, in events too', async (_, patch, shownAs) => {
  const list = JSON.stringify(Array.from({ length: 20_000 }, (__, pan) => ({ pan, ok: true, name: 'x' })));
  host.answer = (__, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(list);
  const { client, thread } = await start(actingPatch('look', patch));
  const run = await converse(client, thread, '/call look {}\n---\n/say {{last}}');
  const result = { unreadable: true, status: 200, text: list };
  const turn = await service.db.turns.findOne({ run_id: run.id, seq: 2 });
  expect([run.state, turn?.text === JSON.stringify(result)]).toEqual(['closed', true]);
  // The repeated parts of a long redacted text are struck piece by piece.
  const reply = run.message?.content.replaceAll(/(?:\[redacted\])+/g, '[redacted]');
  expect(reply === JSON.stringify({ ...result, text: shownAs(list) })).toBe(true);
  const query = `run_id=${run.id}&type=tool_call.completed`;
  const [completed] = (await client.get<Event[]>(`/v1/events?${query}`)).data;
  expect(completed?.data).toMatchObject({ status: 'ok', result: { ...result, text: shownAs(list) } });
});

it.each([
  ['nested too deeply', JSON.stringify(nestedJson(101))],
  ['half a surrogate pair', '{"a":"\\ud800"}'],
  ['half a surrogate pair in a name', '{"a\\udc00":1}'],
  ['too large a number', '{"a":1e400}'],
])('[run.trace.free-json] a detail with %s is refused, and the call is held as before', async (_, detail) => {
  const { client, thread } = await start(actingPatch('pay', { wired: { gate: 'confirm' } }));
  const { id } = await converse(client, thread, '/call pay {}\n---\n/say done');
  const tool_call_id = await pendingCall(client, thread);
  const body = `{"tool_call_id":"${tool_call_id}","decision":"approve","detail":${detail}}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await client.send('POST', `/v1/loom/runs/${id}/confirm`, { headers, body });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(host.calls).toEqual([]);
  expect((await confirm(client, id, tool_call_id)).status).toBe(202);
  expect((await settled(client, id)).state).toBe('closed');
});

it('[run.trace.free-json] [thread.create.metadata] [message.post.metadata] metadata comes back as it was sent', async () => {
  const { client, agent } = await start();
  const created = await client.post<CreatedThread>('/v1/loom/threads', {
    agent_id: agent,
    metadata: oddPairs,
  });
  expect([created.status, created.data.metadata]).toEqual([201, oddPairs]);
  const thread = created.data.id;
  const content = '/call ask_user {"question":"?"}\n---\n/say done';
  const path = `/v1/loom/threads/${thread}/messages`;
  expect((await client.post(path, { content, metadata: oddPairs })).status).toBe(202);
  const { data: runs } = await client.get<{ id: string }[]>(`/v1/loom/runs?thread_id=${thread}`);
  const id = runs[0]?.id ?? '';
  expect((await settled(client, id)).state).toBe('awaiting_input');
  expect((await client.post(path, { content: 'yes', metadata: oddPairs })).status).toBe(202);
  expect((await settled(client, id)).state).toBe('closed');
  expect((await threadOf(client, thread)).metadata).toEqual(oddPairs);
  const { data: threads } = await client.get<Thread[]>('/v1/loom/threads');
  expect(threads.find((each) => each.id === thread)?.metadata).toEqual(oddPairs);
  const said = (await messagesOf(client, thread)).filter(({ role }) => role === 'user');
  expect(said.map(({ metadata }) => metadata)).toEqual([oddPairs, oddPairs]);
});

it('[run.trace.free-json] what a block shows and refers to comes out of messages and events as it went in', async () => {
  const { client, thread } = await start();
  const block = { kind: 'card', payload: oddJson(99), ref: [oddJson(98)] };
  const { id } = await converse(client, thread, `/call show_block ${JSON.stringify(block)}\n---\n/say Here`);
  const parts = [
    { type: 'text', text: 'Here' },
    { type: 'data', ...block },
  ];
  expect((await messagesOf(client, thread)).at(-1)?.parts).toEqual(parts);
  const log = await eventsFrom(client, id);
  expect(dataOf(log, 'message.block')?.['parts']).toEqual(parts);
  expect(dataOf(log, 'message.completed')?.['parts']).toEqual(parts);
});

it('[run.trace.free-json] a patch comes back as it was published, is offered to the model so, and fills what it declares', async () => {
  const input_schema = {
    $id: 'urn:heddle:odd',
    $ref: '#/$defs/odd',
    type: 'object',
    $defs: { odd: { properties: { 'a\0b': {}, _bsontype: { const: 'x' }, 'a.b': true, $set: {} } } },
    examples: [{ $ref: 'a', $id: 'b' }, { _bsontype: 'ObjectId' }],
    default: nestedJson(20),
  };
  const body = { $ref: '{{$set}}', $id: 'b', 'a\0b': { _bsontype: '{{_bsontype}}' } };
  const request = {
    method: 'POST' as const,
    path: '/odd',
    query: { $where: 'a', 'a.b': '{{_bsontype}}' },
    body,
  };
  const patch = actingPatch('look', { input_schema, request });
  const { client, thread } = await start(patch);
  const { wired: _wired, ...definition } = patch;
  const { data: published } = await client.get<Patch>('/v1/patches/look@1');
  expect(published).toMatchObject({ ref: 'look@1' });
  expect([published.input_schema, published.request]).toEqual([definition.input_schema, request]);
  const listed = (await client.get<Patch[]>('/v1/patches?key=look')).data;
  expect(listed).toEqual([published]);

  const args = { _bsontype: 'x', $set: { $ref: 'c', $id: 'd' } };
  const run = await converse(client, thread, `/call look ${JSON.stringify(args)}\n---\n/say done`);
  expect(host.calls).toMatchObject([{ path: '/odd?%24where=a&a.b=x' }]);
  expect(host.calls[0]?.body).toEqual({ $ref: args.$set, $id: 'b', 'a\0b': { _bsontype: 'x' } });
  const { turns } = await traceOf(client, run.id);
  const tools = turns[0]?.request?.['tools'] as { name: string; input_schema: unknown }[];
  expect(tools.find(({ name }) => name === 'look')?.input_schema).toEqual(definition.input_schema);
});

it('[tool-call.unreadable] an answer that cannot be read makes the call ok, says so, and is not asked for again', async () => {
  const unreadable = [
    JSON.stringify(nestedJson(101)),
    `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
    // Half a surrogate pair.
    '{"a":["\\ud800"]}',
    '{"__proto__":{"a":1}}',
  ];
  host.answer = ({ body }, response) => {
    const answer = unreadable[(body as { index: number }).index];
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  };
  const reliability = { idempotent: true, retry: 'always' } as const;
  const { client, thread } = await start(actingPatch('look', { ...anyObject, reliability }));
  const calls = unreadable.map((_, index) => `/call look {"index":${index}}`).join('\n');
  const run = await converse(client, thread, `${calls}\n---\n/say {{last}}`);
  expect(run).toMatchObject({ state: 'closed', message: { content: '{"unreadable":true,"status":200}' } });
  expect(host.calls).toHaveLength(unreadable.length);
  expect(await callsOf(client, run.id)).toMatchObject(
    unreadable.map(() => ({ status: 'ok', result: { unreadable: true, status: 200 } })),
  );
});

it('[tool-call.args.invalid] arguments that cannot be read are invalid, and the run goes on', async () => {
  const { client, thread } = await start(actingPatch('look', anyObject));
  const unreadable = [JSON.stringify(nestedJson(101)), '{"a":["\\ud800"]}', '{"__proto__":{"a":1}}'];
  const calls = unreadable.map((args) => `/call look ${args}`).join('\n');
  const run = await converse(client, thread, `${calls}\n---\n/say done`);
  expect(run).toMatchObject({ state: 'closed', message: { content: 'done' } });
  expect(await callsOf(client, run.id)).toMatchObject(
    unreadable.map(() => ({ status: 'failed', error: { code: 'invalid_args' } })),
  );
  expect(host.calls).toEqual([]);
});
