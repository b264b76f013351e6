import { expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import type { Run } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { startMcpHost, textResult } from '#tools/dev/stand-ins/mcp-host.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { createConnection } from '../../support/connections.ts';
import { followThread } from '../../support/event-source.ts';
import { startMcpActing } from '../../support/mcp/acting.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner, signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);
const server = perFile(startMcpHost);

/** A workspace with two connections, and a payment that is held on the first. */
async function held() {
  const pay = actingPatch('pay', {
    wired: { gate: 'confirm' },
    request: { method: 'POST', path: '/payments', body: { amount: '{{amount}}' } },
  });
  const { client, agent } = await startActing(service, { host, patches: [pay] });
  const [bank] = (await client.get<{ id: string }[]>('/v1/connections')).data;
  const other = await createConnection(client, { name: 'other' });
  const signer = await registerSigner(client);
  const direct = async (claims: Record<string, unknown>) =>
    await directClient(client.as('bo'), signer, { sub: 'bo', ...claims });
  const bo = client.as('bo');
  const thread = await startThread(bo, agent.id);
  const on = (connection: string) => bo.with({ headers: { 'service-connection': connection } });
  const { id: run } = await converse(on('host'), thread, '/call pay {"amount":5}\n---\n/say Done');
  const { pending_confirmation: pending } = await threadOf(bo, thread);
  const call = pending?.tool_call_id ?? '';
  const { data: events } = await bo.get<Event[]>(`/v1/events?run_id=${run}`);
  return { agent, thread, run, call, event: events[0]?.id ?? '', bank: bank?.id ?? '', other, direct };
}

/** Everything that a subject can ask for about a thread, its run and its held call. */
const requests = ({ thread, run, call, event }: Awaited<ReturnType<typeof held>>) =>
  [
    ['get', `/v1/loom/threads/${thread}`],
    ['get', `/v1/loom/threads/${thread}/messages`],
    ['get', `/v1/loom/threads/${thread}/events`],
    ['get', `/v1/loom/threads/${thread}/chat`],
    ['get', `/v1/loom/threads/${thread}/chat/stream`],
    ['get', `/v1/loom/runs/${run}`],
    ['get', `/v1/loom/runs/${run}?wait=1`],
    ['get', `/v1/loom/runs/${run}/trace`],
    ['get', `/v1/events/${event}`],
    ['post', `/v1/loom/threads/${thread}/messages`, { content: 'Hello' }],
    [
      'post',
      `/v1/loom/threads/${thread}/chat`,
      { messages: [{ role: 'user', id: 'm', parts: [{ type: 'text', text: 'Hello' }] }] },
    ],
    ['post', `/v1/loom/runs/${run}/confirm`, { tool_call_id: call, decision: 'approve' }],
    ['post', `/v1/loom/runs/${run}/withdraw`, { tool_call_id: call }],
    ['post', `/v1/loom/runs/${run}/revise`, { tool_call_id: call, args: { amount: 6 } }],
    ['post', `/v1/loom/runs/${run}/outcome`, { tool_call_id: call, state: 'occurred' }],
    ['post', `/v1/loom/runs/${run}/cancel`, undefined],
  ] as const;

const listed = async (by: ApiClient) => {
  const [threads, runs, approvals, events] = await Promise.all([
    by.get<Thread[]>('/v1/loom/threads'),
    by.get<Run[]>('/v1/loom/runs'),
    by.get<unknown[]>('/v1/loom/approvals'),
    by.get<Event[]>('/v1/events'),
  ]);
  return [threads, runs, approvals, events].map(({ data }) => data.length);
};

it('[auth.token.restricted] to a token for one connection nothing of another exists: it is not listed, read, decided on, corrected or cancelled', async () => {
  const payment = await held();
  const bound = await payment.direct({ connection: payment.other.id });
  for (const [method, path, body] of requests(payment)) {
    const answer = method === 'get' ? await bound.get(path) : await bound.post(path, body);
    expect([method, path, ...verdict(answer)]).toEqual([method, path, 404, 'not_found']);
  }
  const channel_name = `private-thread-${payment.thread}`;
  const channel = await bound.post('/v1/loom/realtime/auth', { socket_id: '1.1', channel_name });
  expect(verdict(channel)).toEqual([403, 'forbidden']);
  expect(await listed(bound)).toEqual([0, 0, 0, 0]);
  const own = await payment.direct({ connection: payment.bank });
  expect(await listed(own)).toEqual([1, 1, 1, expect.any(Number)]);
  const body = { tool_call_id: payment.call, decision: 'approve' };
  expect(verdict(await own.post(`/v1/loom/runs/${payment.run}/confirm`, body))).toEqual([202]);
});

it('[auth.token.restricted] to a token for one agent nothing of another exists', async () => {
  const payment = await held();
  const bound = await payment.direct({ agent_id: `agent_${'0'.repeat(32)}` });
  for (const [method, path, body] of requests(payment)) {
    const answer = method === 'get' ? await bound.get(path) : await bound.post(path, body);
    expect([method, path, ...verdict(answer)]).toEqual([method, path, 404, 'not_found']);
  }
  expect(await listed(bound)).toEqual([0, 0, 0, 0]);
});

it('[auth.token.restricted] a thread that a token for one connection starts belongs to that, and is seen by no token for another', async () => {
  const { agent, bank, other, direct } = await held();
  const [own, foreign] = [await direct({ connection: bank }), await direct({ connection: other.id })];
  const thread = await startThread(own, agent.id);
  expect((await own.get(`/v1/loom/threads/${thread}`)).status).toBe(200);
  expect(verdict(await foreign.get(`/v1/loom/threads/${thread}`))).toEqual([404, 'not_found']);
  const run = await converse(own, thread, 'Hello');
  expect(run.connection?.id).toBe(bank);
  expect(await callsOf(own, run.id)).toEqual([]);
});

/** The answer of another connection's server. */
const secret = 'the account of Mallory';

it.each([
  ['allowed', undefined],
  ['approved', 'confirm' as const],
])(
  '[auth.token.restricted] a run belongs to the connection of a tool of which a call was %s, also once it has ended',
  async (_, gate) => {
    server.answer = (__, reply) => reply.result(textResult(secret));
    const { client, agent, connection } = await startMcpActing(service, server.url, {
      wired: { look: gate === undefined ? {} : { gate } },
    });
    const own = await createConnection(client, { name: 'own', base_url: host.url });
    const signer = await registerSigner(client.ofWorkspace());
    const token = await signToken(signer, { sub: 'ada', connection: own.id });
    const bound = client.ofWorkspace().with({ apiKey: token });
    const thread = await startThread(bound, agent.id);
    const before = await converse(bound, thread, 'Hello');
    const { baseUrl } = service;
    const stream = await followThread({ baseUrl, apiKey: token, threadId: thread });
    const { id: run } = await converse(client, thread, `/call look {"to":"Bo"}\n---\n/say {{last}}`);
    if (gate !== undefined) await confirm(client, run, await pendingCall(client, thread));
    expect(await settled(client, run)).toMatchObject({ state: 'closed' });
    expect(await callsOf(client, run)).toMatchObject([{ status: 'ok', result: { text: secret } }]);
    const { data: events } = await client.get<Event[]>(`/v1/events?run_id=${run}`);
    const completed = events.find(({ type }) => type === 'tool_call.completed');
    const call = String(completed?.data?.['tool_call_id']);
    for (const path of [
      `/v1/loom/threads/${thread}`,
      `/v1/loom/threads/${thread}/messages`,
      `/v1/loom/runs/${run}`,
      `/v1/loom/runs/${run}?wait=1`,
      `/v1/loom/runs/${run}/trace`,
      `/v1/loom/runs/${run}/receipt?tool_call_id=${call}`,
      `/v1/events/${completed?.id}`,
    ])
      expect([path, ...verdict(await bound.get(path))]).toEqual([path, 404, 'not_found']);
    const [runs, shown] = [await bound.get<Run[]>('/v1/loom/runs'), await bound.get<Event[]>('/v1/events')];
    expect(runs.data.map(({ id }) => id)).toEqual([before.id]);
    expect(shown.data.filter(({ run_id }) => run_id === run).map(({ type }) => type)).toEqual([
      'run.started',
    ]);
    // Events for everybody follow in order: nothing of the call comes before a later event.
    await converse(await directClient(client.ofWorkspace(), signer, { sub: 'ada' }), thread, 'Goodbye');
    await stream.until(
      ({ event }) => event.run_id !== run && event.run_id !== before.id && event.type === 'run.completed',
    );
    expect(stream.events.filter(({ event }) => event.run_id === run).map(({ type }) => type)).toEqual([
      'run.started',
    ]);
    stream.close();
    const theirs = await directClient(client.ofWorkspace(), signer, { sub: 'ada', connection });
    expect(verdict(await theirs.get(`/v1/loom/runs/${run}`))).toEqual([404, 'not_found']);
  },
);
