import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Event } from '#contract/event.ts';
import type { RequestRecord } from '#contract/request.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { callsOf } from '../../support/acting-run.ts';
import { messagesOf, publishScripted } from '#clients/raw/conversation.ts';
import { directedModels } from '../../support/directed-models.ts';
import { type McpClient, revisions } from '../../support/mcp/clients.ts';
import { decide, payment, proposal, question, startMcpService } from '../../support/mcp/mcp-service.ts';
import { perFile } from '../../support/per-file.ts';

const models = directedModels();
const mcp = perFile(() => startMcpService({ models }));
/** Its turns are made by the test. */
let directed: Agent;
beforeAll(async () => {
  directed = await publishScripted(mcp.owner.client, {
    key: 'directed',
    model_class: 'fast',
    patches: [{ ref: 'note@1' }],
    limits: { max_turns: 1000, pause_ttl_seconds: 60 },
  });
});

describe.each(revisions)('[mcp.server.transport] a client of %s', (revision) => {
  let client: McpClient;
  beforeAll(async () => {
    client = await mcp.client({ revision });
  });

  it('[mcp.server.write-tools] sees four tools with schemas, titles and honest hints', async () => {
    const tools = await client.tools();
    expect(tools.map(({ name }) => name)).toEqual(['send_message', 'get_run', 'confirm', 'report_outcome']);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object', required: ['run_id', 'thread_id', 'state', 'terminal'] },
      });
      // Clients warn of schemas that are empty.
      expect(JSON.stringify(tool)).not.toContain('"additionalProperties":{}');
    }
    expect(tools.map(({ annotations }) => annotations)).toMatchObject([
      { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
      { readOnlyHint: true },
      { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    ]);
  });

  it('[mcp.server.send-message] talks, and the next message continues the conversation', async () => {
    const first = await client.call('send_message', { message: 'Hello' });
    expect(first).toEqual({
      run_id: first.run_id,
      thread_id: first.thread_id,
      state: 'closed',
      terminal: true,
      reason: 'finished',
      reply: 'You said: Hello',
    });
    const second = await client.call('send_message', { message: 'Again' });
    expect([second.thread_id, second.reply]).toEqual([first.thread_id, 'You said: Again']);
    expect(await client.call('get_run', { run_id: first.run_id })).toEqual(first);
  });

  it('[mcp.server.write-tools] approves a held write, which is carried out as it was shown', async () => {
    const calls = mcp.host.calls.length;
    const held = await client.call('send_message', { message: payment });
    expect(held).toMatchObject({
      state: 'awaiting_input',
      pending: {
        kind: 'confirmation',
        patch_ref: 'pay@1',
        summary: { title: 'Pay 5 to bob', fields: [{ label: 'Payee', value: 'bob' }] },
        risk: 'high',
      },
    });
    expect(mcp.host.calls).toHaveLength(calls);
    const done = await decide(client, held, 'approve');
    expect([done.state, done.reply]).toEqual(['closed', 'Paid: {"ok":true}']);
    expect(mcp.host.calls.slice(calls).map(({ body }) => body)).toEqual([{ amount: 5, to: 'bob' }]);
  });

  it('[mcp.server.get-run] gets the reply to a long message later, and hears what happens meanwhile', async () => {
    const { id } = directed;
    const own = await mcp.client({ revision, url: mcp.urlOf(id), token: mcp.grant({ agent_id: id }) });
    const started = await own.call('send_message', { message: 'Hello', wait: 0 });
    expect(started).toMatchObject({ state: 'running', next: expect.stringContaining('get_run') });
    const heard: string[] = [];
    const waiting = own.call(
      'get_run',
      { run_id: started.run_id, wait: 30 },
      { onProgress: (said) => heard.push(said) },
    );
    // A waiting client receives later events.
    let turn = await models.turn();
    while (!heard.includes('The agent calls note.')) {
      turn.end({ name: 'note', args: {} });
      turn = await models.turn();
      await sleep(100);
    }
    turn.say('Noted.');
    turn.end();
    const run = await waiting;
    expect([run.state, run.reply]).toEqual(['closed', 'Noted.']);
  });
});

describe('a client', () => {
  let client: McpClient;
  beforeAll(async () => {
    client = await mcp.client();
  });

  it('[mcp.server.send-message] is told a question, and answers it with the next message', async () => {
    const asked = await client.call('send_message', {
      message: question({ question: 'Which account?', options: ['A', 'B'] }),
    });
    expect(asked).toMatchObject({
      state: 'awaiting_input',
      pending: { kind: 'question', prompt: { question: 'Which account?', options: ['A', 'B'] } },
      next: expect.stringContaining('send_message'),
    });
    const answered = await client.call('send_message', { message: 'A' });
    expect([answered.run_id, answered.reply]).toEqual([asked.run_id, 'Heard: {"answer":"A"}']);
  });

  it('[mcp.server.write-tools] rejects a held write, and the agent hears why', async () => {
    const calls = mcp.host.calls.length;
    const held = await client.call('send_message', { message: payment });
    const done = await decide(client, held, 'reject', { detail: { why: 'too much' } });
    expect(done.reply).toBe('Paid: {"declined":true,"detail":{"why":"too much"}}');
    expect(mcp.host.calls).toHaveLength(calls);
  });

  it('[mcp.server.write-tools] reports the outcome of a proposed action', async () => {
    const proposed = await client.call('send_message', { message: proposal });
    expect(proposed).toMatchObject({
      state: 'awaiting_outcome',
      pending: { kind: 'action', patch_ref: 'sign@1', args: { to: 'bob' } },
    });
    const done = await client.call('report_outcome', {
      run_id: proposed.run_id,
      tool_call_id: proposed.pending?.tool_call_id,
      state: 'occurred',
    });
    expect(done.reply).toBe('Signed: {"state":"occurred"}');
  });

  it('reads in words what a result says, for models that see only text', async () => {
    const { content } = await client.callRaw('send_message', { message: payment });
    const [{ text = '' } = {}] = content;
    expect(text).toContain('Held for approval: Pay 5 to bob\nPayee: bob\n');
    const [, run_id, tool_call_id] = /run_id (\S+), tool_call_id (\S+) /.exec(text) ?? [];
    expect(await client.call('confirm', { run_id, tool_call_id, decision: 'reject' })).toMatchObject({
      state: 'closed',
    });
  });
});

it('[mcp.server.run-identity] runs, events, decisions and request records say that they come from MCP, and for whom', async () => {
  const token = mcp.grant({ client_name: 'Some IDE' });
  const { grant_id } = mcp.tokens.accessOf(token);
  const client = await mcp.client({ token });
  const held = await client.call('send_message', { message: payment });
  const { run_id } = held;
  await decide(client, held, 'approve');
  const api = mcp.owner.client.as('ada');
  const { data: events } = await api.get<Event[]>(`/v1/events?run_id=${run_id}`);
  expect(new Set(events.map(({ origin }) => origin))).toEqual(new Set(['mcp']));
  expect(new Set(events.map(({ context }) => context.subject_ref))).toEqual(new Set(['ada']));
  const [call] = await callsOf(api, run_id);
  expect(call?.decision).toMatchObject({
    decision: 'approve',
    actor: 'ada',
    client: { grant_id, name: 'Some IDE' },
  });
  const records = async () =>
    (await mcp.owner.client.get<RequestRecord[]>(`/v1/requests?run_id=${run_id}&product=mcp`)).data;
  await waitUntil(async () => (await records()).length === 2, {
    timeoutMs: 60_000,
    what: 'they are recorded',
  });
  for (const record of await records()) {
    expect(record).toMatchObject({
      method: 'POST',
      route: '/mcp/{agent_id}',
      path: `/mcp/${mcp.agent.id}`,
      status: 200,
      product: 'mcp',
      origin: 'mcp',
      subject_ref: 'ada',
      thread_id: held.thread_id,
    });
  }
});

it('[mcp.server.send-message] a grant has one conversation, until it starts or names another', async () => {
  const client = await mcp.client();
  const say = async (args: object) =>
    (await client.call('send_message', { message: 'Hello', ...args })).thread_id;
  const first = await say({});
  const second = await say({ new_conversation: true });
  expect(second).not.toBe(first);
  expect(await say({})).toBe(second);
  expect(await say({ thread_id: first })).toBe(first);
  expect(await say({})).toBe(first);
  const other = await mcp.client();
  expect((await other.call('send_message', { message: 'Hello' })).thread_id).not.toBe(first);
});

it('[mcp.server.send-message] of messages that are a grant’s first at the same time all go to one conversation', async () => {
  const client = await mcp.client();
  const runs = await Promise.all(
    Array.from({ length: 5 }, async () => await client.call('send_message', { message: 'Hello' })),
  );
  const threads = new Set(runs.map(({ thread_id }) => thread_id));
  expect(threads.size).toBe(1);
  const [threadId = ''] = threads;
  expect(await messagesOf(mcp.owner.client.as('ada'), threadId)).toHaveLength(10);
});

it('[mcp.server.transport] two API processes serve one client in turn', async () => {
  const { baseUrl } = await mcp.service.secondApi();
  let requests = 0;
  const inTurn: typeof fetch = async (url, options) => {
    requests += 1;
    const path = new URL(url instanceof Request ? url.url : url).pathname;
    return await fetch(new URL(path, requests % 2 === 0 ? mcp.service.baseUrl : baseUrl), options);
  };
  for (const revision of revisions) {
    const client = await mcp.client({ revision, fetch: inTurn });
    const held = await client.call('send_message', { message: payment });
    const waiting = client.call('get_run', { run_id: held.run_id, wait: 30 });
    const done = await decide(client, held, 'approve');
    expect(done.reply).toBe('Paid: {"ok":true}');
    expect((await waiting).thread_id).toBe(held.thread_id);
    expect((await client.call('send_message', { message: 'Hello' })).thread_id).toBe(held.thread_id);
  }
});
