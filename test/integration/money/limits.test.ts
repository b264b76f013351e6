import { expect, it } from 'vitest';
import { grantCredits } from '#store/money/accounts.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, report, startActing, traceOf } from '../../support/acting-run.ts';
import { converse, messagesOf, settled } from '#clients/raw/conversation.ts';
import { accountOf, leaveCredits } from '../../support/ledger.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const patches = [
  actingPatch('quote', { price_credits: 2 }),
  actingPatch('pay', { wired: { gate: 'confirm' } }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];

const leave = async (workspace: string, left: number) => await leaveCredits(service.db, workspace, left);

it.each([0, -1])('[money.empty-balance] with %d millionths left no run is started', async (left) => {
  const { workspace, client, thread } = await startActing(service);
  await leave(workspace, left);
  const { status, error } = await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' });
  expect([status, error.code]).toEqual([402, 'insufficient_credits']);
  expect(await messagesOf(client, thread)).toEqual([]);
  expect((await client.get('/v1/loom/runs')).data).toEqual([]);
  // Everything else continues: threads are created and read.
  expect((await client.get(`/v1/loom/threads/${thread}`)).status).toBe(200);
  await grantCredits(service.db, workspace, 1_000_000);
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('[money.empty-balance] the last millionth starts a run, and it ends', async () => {
  const { workspace, client, thread } = await startActing(service);
  await leave(workspace, 1);
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
  expect((await accountOf(service.db, workspace)).balance).toBeLessThan(0);
  const { error } = await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'More' });
  expect(error.code).toBe('insufficient_credits');
});

it('[money.runs-out] a run whose credits run out fails before its next turn, and the call it made stands', async () => {
  const { workspace, client, thread } = await startActing(service, { host, patches });
  await leave(workspace, 1_000_000);
  const run = await converse(client, thread, '/call quote {}\n---\n/say never');
  expect(run).toMatchObject({
    state: 'failed',
    terminal: true,
    error: { code: 'insufficient_credits', message: expect.any(String) },
  });
  const { turns } = await traceOf(client, run.id);
  expect(turns).toHaveLength(1);
  expect(turns[0]?.tool_calls).toMatchObject([{ status: 'ok', cost_credits: 2 }]);
  const { balance } = await accountOf(service.db, workspace);
  expect(balance).toBe(1_000_000 - Math.round(run.cost_credits * 1e6));
});

it('[run.end.credit-limit] a run that has spent what its agent allows fails before its next turn', async () => {
  const { workspace, client, thread } = await startActing(service, {
    host,
    patches,
    agent: { limits: { max_turns: 24, max_credits: 2, pause_ttl_seconds: 60 } },
  });
  const run = await converse(client, thread, '/call quote {}\n---\n/say never');
  expect(run).toMatchObject({ state: 'failed', error: { code: 'credit_limit' } });
  expect((await traceOf(client, run.id)).turns).toHaveLength(1);
  expect((await accountOf(service.db, workspace)).balance).toBe(1e9 - Math.round(run.cost_credits * 1e6));
  // The limit is of one run, not of all.
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('[money.answers-always-accepted] [money.runs-out] an answer is accepted on an empty balance, and the run then fails', async () => {
  const { workspace, client, thread } = await startActing(service);
  const { id } = await converse(client, thread, '/call ask_user {"question":"?"}');
  await leave(workspace, 0);
  expect(await converse(client, thread, 'yes')).toMatchObject({
    id,
    state: 'failed',
    error: { code: 'insufficient_credits' },
  });
  expect(await callsOf(client, id)).toMatchObject([{ status: 'ok', result: { answer: 'yes' } }]);
});

it('[money.answers-always-accepted] a decision is accepted on an empty balance, and the approved call is made', async () => {
  const { workspace, client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, '/call pay {"amount":1}');
  await leave(workspace, -5);
  expect((await confirm(client, id, await pendingCall(client, thread))).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ error: { code: 'insufficient_credits' } });
  expect(host.calls).toMatchObject([{ path: '/pay', body: { amount: 1 } }]);
  expect(await callsOf(client, id)).toMatchObject([{ status: 'ok' }]);
});

it('[money.answers-always-accepted] an outcome is accepted on an empty balance, and a run filled up in time goes on', async () => {
  const { workspace, client, thread } = await startActing(service, { patches });
  const { id } = await converse(client, thread, '/call sign {}\n---\n/call sign {}\n---\n/say done');
  const first = await pendingCall(client, thread);
  await grantCredits(service.db, workspace, 1);
  await report(client, id, first);
  await settled(client, id);
  await leave(workspace, 0);
  expect((await report(client, id, await pendingCall(client, thread))).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ error: { code: 'insufficient_credits' } });
});
