import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { ToolCall } from '#contract/run.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing, threadOf } from '../../support/acting-run.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const reliability = { idempotent: false, retry: 'none' as const, key: ['/to'] };
const pay = actingPatch('pay', { reliability, price_credits: 0.5 });
const gated = actingPatch('pay', { reliability, wired: { gate: 'confirm' } });
const payBo = '/call pay {"amount":1,"to":"Bo"}\n---\n/say told: {{last}}';
const payIban = (to: string) => `/call pay {"amount":1,"to":"${to}"}\n---\n/say told: {{last}}`;

it('[tool-call.repeated] a second call with the same values has the result of the first, costs nothing and reaches no host', async () => {
  host.answer = (_, response, count) => json(response, 200, { payment: count });
  const { client, thread, agent } = await startActing(service, { host, patches: [pay] });
  await converse(client, thread, payBo);
  const again = await converse(client, thread, '/call pay {"amount":2,"to":"Bo"}\n---\n/say told: {{last}}');
  expect(again).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(again.message?.content).toContain('"repeated":true');
  const [call] = await callsOf(client, again.id);
  expect(call).toMatchObject({ status: 'ok', repeated: true, result: { payment: 1 } });
  expect(call?.cost_credits ?? 0).toBe(0);
  expect(host.calls).toHaveLength(1);
  await converse(client, thread, '/call pay {"to":"Cy"}');
  await converse(client, await startThread(client, agent.id), payBo);
  expect(host.calls).toHaveLength(3);
});

it('[tool-call.repeated] of sixteen calls of one turn with the same values, exactly one reaches the host', async () => {
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const script = Array.from({ length: 16 }, () => '/call pay {"to":"Bo"}').join('\n');
  const { id } = await converse(client, thread, script);
  expect(host.calls).toHaveLength(1);
  const calls = await callsOf(client, id);
  const made = calls.filter(({ status, repeated }) => status === 'ok' && repeated !== true);
  expect(made).toHaveLength(1);
  const others = calls.filter((call) => !made.includes(call));
  const isRefused = ({ error }: ToolCall) => error?.code === 'repeat_refused';
  const isRepeated = ({ repeated, result }: ToolCall) => repeated === true && result?.['ok'] === true;
  expect(others.filter((call) => !isRefused(call) && !isRepeated(call))).toEqual([]);
});

const broken = (response: ServerResponse) => void response.destroy();
const answer = (status: number) => (response: ServerResponse) =>
  json(response, status, {}, { location: '/' });

it.each<[string, (response: ServerResponse) => void]>([
  ['no answer', broken],
  ...[302, 303, 307, 408, 500, 502, 503, 504].map((status): [string, (response: ServerResponse) => void] => [
    `${status}`,
    answer(status),
  ]),
])(
  '[tool-call.repeated] [tool-call.in-doubt] while the outcome of the first is unknown, after %s, a second one is refused, however it is written',
  async (_, fault) => {
    host.answer = (_call, response) => fault(response);
    const { client, thread } = await startActing(service, { host, patches: [pay] });
    const first = await converse(client, thread, payIban('DE89 3704 0044 0532 0130 00'));
    expect((await callsOf(client, first.id))[0]?.error?.code).toBe('outcome_unknown');
    host.answer = (_call, response) => json(response, 200, { ok: true });
    const second = await converse(client, thread, payIban('de89370400440532013000'));
    expect(second.message?.content).toContain('may have taken effect');
    expect((await callsOf(client, second.id))[0]).toMatchObject({
      status: 'failed',
      error: { code: 'repeat_refused' },
    });
    expect(host.calls).toHaveLength(1);
  },
);

it('[tool-call.repeated.gated] [tool-call.in-doubt] whoever decides is shown that the outcome of the first is unknown', async () => {
  host.answer = (_, response) => answer(502)(response);
  const { client, thread } = await startActing(service, { host, patches: [gated] });
  const { id } = await converse(client, thread, payIban('DE89 3704 0044'));
  const first = await pendingCall(client, thread);
  await confirm(client, id, first);
  await settled(client, id);
  await converse(client, thread, payIban('de8937040044'));
  const { pending_confirmation } = await threadOf(client, thread);
  expect(pending_confirmation).toMatchObject({ repeats: { tool_call_id: first, status: 'unknown' } });
});

it('[tool-call.repeated] after the first has failed, a second one is made', async () => {
  host.answer = (_, response, count) => json(response, count === 1 ? 422 : 200, { count });
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  await converse(client, thread, payBo);
  const { id } = await converse(client, thread, payBo);
  expect((await callsOf(client, id))[0]).toMatchObject({ status: 'ok', result: { count: 2 } });
  expect(host.calls).toHaveLength(2);
});

it('[tool-call.repeated.gated] after the host refused the first, a held one repeats nothing, and is made when approved', async () => {
  host.answer = (_, response, count) => json(response, count === 1 ? 422 : 200, { count });
  const { client, thread } = await startActing(service, { host, patches: [gated] });
  for (const count of [1, 2]) {
    const { id } = await converse(client, thread, payBo);
    const { pending_confirmation } = await threadOf(client, thread);
    expect(pending_confirmation).not.toHaveProperty('repeats');
    await confirm(client, id, pending_confirmation?.tool_call_id ?? '');
    await settled(client, id);
    expect((await callsOf(client, id))[0]?.status).toBe(count === 1 ? 'failed' : 'ok');
  }
  expect(host.calls).toHaveLength(2);
});

it('[tool-call.repeated.gated] whoever decides is shown what a held call repeats, and it is made when approved', async () => {
  const { client, thread } = await startActing(service, { host, patches: [gated] });
  const first = await converse(client, thread, payBo);
  expect((await threadOf(client, thread)).pending_confirmation).not.toHaveProperty('repeats');
  const paid = await pendingCall(client, thread);
  await confirm(client, first.id, paid);
  await settled(client, first.id);
  const second = await converse(client, thread, payBo);
  const repeats = { run_id: first.id, tool_call_id: paid, status: 'ok', at: expect.any(String) };
  expect((await threadOf(client, thread)).pending_confirmation).toMatchObject({ repeats });
  const inbox = await client.get<object[]>('/v1/loom/approvals');
  expect(inbox.data).toEqual([expect.objectContaining({ repeats })]);
  await confirm(client, second.id, await pendingCall(client, thread));
  await settled(client, second.id);
  expect((await callsOf(client, second.id))[0]).toMatchObject({ status: 'ok' });
  expect(host.calls).toHaveLength(2);
});

it('[tool-call.repeated.gated] of two held calls of a turn that repeat each other, one is made, also if both are approved', async () => {
  const { client, thread } = await startActing(service, { host, patches: [gated] });
  const { id } = await converse(client, thread, '/call pay {"to":"Bo"}\n/call pay {"to":"Bo"}');
  await confirm(client, id, await pendingCall(client, thread));
  const isMade = async () => (await callsOf(client, id)).some(({ status }) => status === 'ok');
  await waitUntil(isMade, { timeoutMs: 30_000, what: 'the first is made' });
  await confirm(client, id, await pendingCall(client, thread));
  await settled(client, id);
  expect(host.calls).toHaveLength(1);
  const calls = await callsOf(client, id);
  expect(calls.map(({ status }) => status)).toEqual(['ok', 'ok']);
  expect(calls.filter(({ repeated }) => repeated === true)).toHaveLength(1);
});

it('[tool-call.repeated.gated] a held call of the next turn is shown that it repeats one, and is made again if it is approved', async () => {
  const { client, thread } = await startActing(service, { host, patches: [gated] });
  const { id } = await converse(client, thread, '/call pay {"to":"Bo"}\n---\n/call pay {"to":"Bo"}');
  const first = await pendingCall(client, thread);
  await confirm(client, id, first);
  await settled(client, id);
  const { pending_confirmation } = await threadOf(client, thread);
  expect(pending_confirmation).toMatchObject({ repeats: { tool_call_id: first, status: 'ok' } });
  await confirm(client, id, pending_confirmation?.tool_call_id ?? '');
  await settled(client, id);
  expect(host.calls).toHaveLength(2);
});
