import { describe, expect, it, onTestFinished } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { Connection } from '#contract/connection.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Run } from '#contract/run.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing, threadOf } from '../../support/acting-run.ts';
import { ageNextApproval } from '../../support/age-approval.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { startMcpActing } from '../../support/mcp/acting.ts';
import { mcpTool, startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);
const server = perFile(startMcpHost);

const gate = { wired: { gate: 'confirm' } } as const;

/** The held write of a run as everybody sees it, after checking that all views agree. */
async function shownOf(client: ApiClient, run: string, thread: string) {
  const { pending_confirmation } = await threadOf(client, thread);
  const announced = (await eventsOf(service.db, run)).at(-1);
  expect([announced?.type, announced?.data]).toEqual(['write.confirmation_requested', pending_confirmation]);
  const { data: inbox } = await client.get<Approval[]>('/v1/loom/approvals?kind=confirmation');
  const listed = inbox.find(({ run_id }) => run_id === run);
  expect(listed).toMatchObject({ ...pending_confirmation });
  expect((await client.get<Run>(`/v1/loom/runs/${run}`)).data.pending).toEqual(listed);
  return pending_confirmation;
}

it('[confirm.shown-args] [confirm.summary.complete] [event.type.write-confirmation-requested] [pause.visible-expiry] everybody who decides is shown all that is sent, redacted, and where to', async () => {
  const pay = actingPatch('pay', {
    input_schema: { type: 'object', properties: { amount: { type: 'number' } } },
    summary: { title: 'Pay {{amount}}' },
    redact: { args: ['/pin'] },
    ...gate,
  });
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const args = { amount: 1, 'payee.iban': `DE\u202E12${' '.repeat(3000)}34`, pin: '1234' };
  const { id } = await converse(client, thread, `/call pay ${JSON.stringify(args)}\n---\n/say ok`);
  const { data: connections } = await client.get<Connection[]>('/v1/connections');
  expect(await shownOf(client, id, thread)).toMatchObject({
    summary: {
      title: 'Pay 1',
      fields: [{ label: 'Other arguments', value: '{"payee.iban":"DE[U+202E]12 34","pin":"[redacted]"}' }],
    },
    args: { ...args, pin: '[redacted]' },
    connection: { id: connections[0]?.id, name: 'host' },
  });
  await confirm(client, id, await pendingCall(client, thread));
  await settled(client, id);
  expect(host.calls.at(-1)?.body).toEqual(args);
});

it('[gate.reason] what the model wrote before a held call is shown with it everywhere, redacted, cut and in one line, also once a call is corrected', async () => {
  const pay = actingPatch('pay', {
    input_schema: { type: 'object' },
    redact: { args: ['/pin'] },
    ...gate,
  });
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const told = `/say **Bo** asked,\u202E his pin is 12345678 ${'x'.repeat(600)}`;
  const { id } = await converse(
    client,
    thread,
    `${told}\n/call pay {"amount":1,"pin":"12345678"}\n---\n/say ok`,
  );
  const held = await shownOf(client, id, thread);
  expect(held?.reason).toMatch(
    /^\*\*Bo\*\* asked,\[U\+202E\] his pin is \[redacted\] x+… [0-9]+ more characters$/,
  );
  expect(held?.reason?.length).toBeLessThanOrEqual(500);
  expect(held?.document).not.toContain('asked');
  const body = { tool_call_id: held?.tool_call_id, args: { amount: 2, pin: '12345678' } };
  const { data: revised } = await client
    .with({ headers: { 'service-actor': 'eve' } })
    .post<{ tool_call_id: string }>(`/v1/loom/runs/${id}/revise`, body);
  await settled(client, id);
  const reasons = (await callsOf(client, id)).map(({ reason }) => reason);
  expect(reasons).toEqual([held?.reason, held?.reason]);
  expect(revised.tool_call_id).not.toBe(held?.tool_call_id);
});

it('[gate.reason] a held call of a turn without words has no reason', async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('pay', gate)] });
  const { id } = await converse(client, thread, '/call pay {"amount":1}');
  expect(await shownOf(client, id, thread)).not.toHaveProperty('reason');
});

it('[confirm.shown-args] [confirm.summary.complete] a tool of an MCP server is shown with all arguments, whatever their names are', async () => {
  const properties = Object.fromEntries(Array.from({ length: 34 }, (_, index) => [`p${index}`, {}]));
  server.tools = [
    mcpTool('look', {
      inputSchema: {
        type: 'object',
        properties: { ...properties, empfänger: {} },
        allOf: [{ properties: { deep: {} } }],
      },
    }),
  ];
  const { client, thread, connection } = await startMcpActing(service, server.url, {
    wired: { look: gate.wired },
  });
  const args = { p0: 'a', p33: 'b', empfänger: 'c', deep: 'd' };
  const { id } = await converse(client, thread, `/call look ${JSON.stringify(args)}\n---\n/say ok`);
  expect(await shownOf(client, id, thread)).toMatchObject({
    summary: {
      fields: [
        { label: 'p0', value: 'a' },
        { label: 'Other arguments', value: '{"p33":"b","empfänger":"c","deep":"d"}' },
      ],
    },
    args,
    connection: { id: connection, name: 'tools' },
  });
});

it('[mcp-connection.import.undeclared] a tool is not called with arguments that it does not declare, and nobody is asked', async () => {
  server.tools = [mcpTool('look')];
  const { client, thread } = await startMcpActing(service, server.url, { wired: { look: gate.wired } });
  const before = server.calls.length;
  const run = await converse(client, thread, '/call look {"to":"Bo","bcc":"Mallory"}\n---\n/say no');
  expect(run.state).toBe('closed');
  expect(await callsOf(client, run.id)).toMatchObject([
    { status: 'failed', error: { code: 'invalid_args', message: 'bcc is not a known argument' } },
  ]);
  expect(server.calls).toHaveLength(before);
});

/** The types of a run's events after its start. */
const typesOf = async (run: string) => (await eventsOf(service.db, run)).slice(1).map(({ type }) => type);

it('[confirm.never-held] a call that has no connection fails at once, and nobody is asked', async () => {
  const { client, workspace, thread } = await startActing(service, {
    host,
    patches: [actingPatch('pay', gate)],
  });
  await service.db.connections.deleteMany({ workspace_id: workspace });
  const run = await converse(client, thread, '/call pay {"amount":1}\n---\n/say went on');
  expect(run).toMatchObject({ state: 'closed', message: { content: 'went on' } });
  expect(await callsOf(client, run.id)).toMatchObject([
    { status: 'failed', error: { code: 'no_connection' } },
  ]);
  expect(await typesOf(run.id)).toEqual([
    'tool_call.started',
    'tool_call.completed',
    'message.completed',
    'run.completed',
  ]);
});

it('[confirm.never-held] a call that has none of several connections fails at once, and nobody is asked', async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('pay', gate)] });
  await createConnection(client, { name: 'another' });
  const run = await converse(client, thread, '/call pay {"amount":1}\n---\n/say went on');
  expect(run).toMatchObject({ state: 'closed', message: { content: 'went on' } });
  expect(await callsOf(client, run.id)).toMatchObject([
    { status: 'failed', error: { code: 'no_connection' } },
  ]);
  expect(await typesOf(run.id)).not.toContain('write.confirmation_requested');
});

it('[confirm.never-held] calls whose connection goes while others of the turn are made fail when they are to be held', async () => {
  const { client, workspace, thread } = await startActing(service, {
    host,
    patches: [actingPatch('pay', gate), actingPatch('look')],
  });
  const before = host.answer;
  onTestFinished(() => {
    host.answer = before;
  });
  host.answer = (_, response) => {
    const answer = () => json(response, 200, { ok: true });
    void service.db.connections.deleteMany({ workspace_id: workspace }).then(answer);
  };
  const script = '/call look {}\n/call pay {"amount":1}\n/call pay {"amount":2}\n---\n/say went on';
  const { id, state, message } = await converse(client, thread, script);
  expect([state, message?.content]).toEqual(['closed', 'went on']);
  expect(await callsOf(client, id)).toMatchObject([
    { status: 'ok' },
    { status: 'failed', error: { code: 'no_connection' } },
    { status: 'failed', error: { code: 'no_connection' } },
  ]);
  expect(await typesOf(id)).not.toContain('write.confirmation_requested');
});

describe('[gate.connection] a connection that is changed after a call was held', () => {
  const two = '/call pay {"amount":1}\n---\n/call pay {"amount":2}\n---\n/say {{last}}';
  const elsewhere = perFile(startHost);
  const startHeld = async (script: string) => {
    const acting = await startActing(service, { host, patches: [actingPatch('pay', gate)] });
    const { data: connections } = await acting.client.get<Connection[]>('/v1/connections');
    const path = `/v1/connections/${connections[0]?.id}`;
    const change = async (changed: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await acting.client.send('PATCH', path, { headers, body: JSON.stringify(changed) });
      expect(answer.status).toBe(200);
    };
    const { id } = await converse(acting.client, acting.thread, script);
    return { ...acting, id, change, call: await pendingCall(acting.client, acting.thread) };
  };
  const open = { auth: { type: 'none' }, headers: {} };

  it.each([
    ['its headers', () => ({ headers: { 'x-beneficiary': 'Mallory', 'x-amount': '82000' } })],
    ['its credentials', () => ({ auth: { type: 'bearer', token: 'of-mallory' } })],
    ['its base URL', () => ({ base_url: elsewhere.url, ...open })],
  ])(
    'gets nothing of what was approved, with %s changed, before that is approved too',
    async (_, changed) => {
      const { client, thread, id, call, change } = await startHeld('/call pay {"amount":1}\n---\n/say paid');
      const before = await shownOf(client, id, thread);
      const sent = () => host.calls.length + elsewhere.calls.length;
      const sentBefore = sent();
      await change(changed());
      await confirm(client, id, call);
      expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
      expect(sent()).toBe(sentBefore);
      const shown = await shownOf(client, id, thread);
      expect(shown).toMatchObject({
        returned: { reason: 'connection' },
        approvals: { given: [] },
        connection: before?.connection ?? {},
      });
      expect(shown?.digest).not.toBe(before?.digest);
      const body = { tool_call_id: call, decision: 'approve', digest: before?.digest };
      const stale = await client.post(`/v1/loom/runs/${id}/confirm`, body);
      expect(verdict(stale)).toEqual([409, 'stale_confirmation']);
      await confirm(client, id, call);
      expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'paid' } });
      expect(sent()).toBe(sentBefore + 1);
      expect(await callsOf(client, id)).toMatchObject([
        { status: 'ok', lapsed_decisions: [{ lapsed_because: 'connection' }] },
      ]);
    },
  );

  it('gets the call of the next turn, which is held after the change and shows the connection as it is then', async () => {
    const { client, thread, id, call, change } = await startHeld(two);
    await change({ base_url: elsewhere.url, name: 'moved', ...open });
    await confirm(client, id, call, 'reject');
    await settled(client, id);
    expect(await shownOf(client, id, thread)).toMatchObject({ connection: { name: 'moved' } });
    await confirm(client, id, await pendingCall(client, thread));
    await settled(client, id);
    expect(elsewhere.calls.at(-1)?.body).toEqual({ amount: 2 });
  });

  it('gets what was held again after the change, because its approval was too old', async () => {
    const { client, thread, id, call, change } = await startHeld('/call pay {"amount":3}\n---\n/say paid');
    await change({ base_url: elsewhere.url, name: 'moved', ...open });
    const restore = ageNextApproval(service.db, call);
    await confirm(client, id, call);
    expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
    restore();
    expect(await shownOf(client, id, thread)).toMatchObject({ connection: { name: 'moved' } });
    await confirm(client, id, call);
    expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'paid' } });
    expect(elsewhere.calls.at(-1)?.body).toEqual({ amount: 3 });
  });

  it('makes no difference if it is only renamed, or given what it had', async () => {
    const { client, id, call, change } = await startHeld('/call pay {"amount":4}\n---\n/say paid');
    await change({ base_url: host.url, name: 'renamed' });
    await confirm(client, id, call);
    expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'paid' } });
    expect(host.calls.at(-1)?.body).toEqual({ amount: 4 });
  });

  it('fails the call if it is gone', async () => {
    const { client, id, call } = await startHeld('/call pay {"amount":5}\n---\n/say {{last}}');
    const { data: connections } = await client.get<Connection[]>('/v1/connections');
    await service.db.connections.deleteOne({ _id: connections[0]?.id ?? '' });
    await confirm(client, id, call);
    expect((await settled(client, id)).message?.content).toContain('no_connection');
  });

  it('[gate.digest.sent] sends nothing of a call that somebody has changed in the store', async () => {
    const { client, id, call } = await startHeld('/call pay {"amount":6}\n---\n/say {{last}}');
    const sent = host.calls.length;
    await service.db.tool_calls.updateOne({ _id: call }, { $set: { args: toJsonText({ amount: 82_000 }) } });
    await confirm(client, id, call);
    expect((await settled(client, id)).message?.content).toContain('digest_mismatch');
    expect(host.calls).toHaveLength(sent);
  });
});

it('[gate.connection] a tool of an MCP server is not called with other headers than were shown', async () => {
  server.tools = [mcpTool('pay', { inputSchema: { type: 'object', properties: { amount: {} } } })];
  const { client, thread, connection } = await startMcpActing(service, server.url, {
    wired: { pay: gate.wired },
  });
  const { id } = await converse(client, thread, '/call pay {"amount":1}\n---\n/say paid');
  const call = await pendingCall(client, thread);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ headers: { 'x-tenant': 'mallory' } });
  expect((await client.send('PATCH', `/v1/connections/${connection}`, { headers, body })).status).toBe(200);
  await confirm(client, id, call);
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
  expect(await shownOf(client, id, thread)).toMatchObject({ returned: { reason: 'connection' } });
  await confirm(client, id, call);
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'paid' } });
});

it('[confirm.never-held] a built-in call with arguments that it cannot take fails at once, and nobody is asked', async () => {
  const agent = {
    patches: ['identify_account@1', 'list_banks@1', 'extract@1'].map((ref) => ({
      ref,
      gate: 'confirm' as const,
    })),
  };
  const { client, thread } = await startActing(service, { agent });
  const run = await converse(
    client,
    thread,
    '/call identify_account {"iban":"!"}\n/call list_banks {"country":7}\n' +
      '/call extract {"text":"x","schema":{"type":"string"}}\n---\n/say went on',
  );
  expect(run).toMatchObject({ state: 'closed', message: { content: 'went on' } });
  const calls = await callsOf(client, run.id);
  expect(calls.map(({ error }) => error?.code)).toEqual(Array(3).fill('invalid_args'));
  const held = await converse(client, thread, '/call identify_account {"iban":"DE89370400440532013000"}');
  expect(held.pending).toMatchObject({ kind: 'confirmation', args: { iban: 'DE89370400440532013000' } });
  expect(held.pending).not.toHaveProperty('connection');
});
