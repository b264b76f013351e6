import { expect, it, onTestFinished } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { ServerClock } from '#store/mongo/server-clock.ts';
import { startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall } from '../../support/acting-run.ts';
import { perFile } from '../../support/per-file.ts';
import { allowAll, daily, holdAll, pay, startPaying } from '../../support/policies.ts';
import { startService } from '../../support/service.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { verdict } from '../../support/verdict.ts';

const hourMs = 3_600_000;
/** The lead of the service's clock. */
let aheadMs = 0;
const serverClock = new ServerClock(async () => new Date(Date.now() - aheadMs));
const service = perFile(() => startService({ serverClock }));
const host = perFile(startHost);

async function setAhead(ms: number): Promise<void> {
  aheadMs = ms;
  await serverClock.measure();
}

it('[operations.clocks] the time of the database server is read', async () => {
  const db = await openTestDatabase();
  onTestFinished(async () => await dropDatabase(db));
  await db.serverClock.measure();
  expect(Math.abs(db.serverClock.now().getTime() - Date.now())).toBeLessThan(hourMs);
});

it('[operations.clocks] a process whose clock is wrong counts no limit and sends no gated call; both go on when it is right', async () => {
  const acting = await startPaying(service, { rules: allowAll, limits: [daily()] }, { host });
  const { client, agent, workspace } = acting;
  await setAhead(hourMs);
  const run = await post(client, await startThread(client, agent.id), '/call pay {"amount":60}');
  const attempted = async () => {
    const handle = service.temporal.workflow.getHandle(`run-${run}`);
    const { raw } = await handle.describe();
    return (raw.pendingActivities ?? []).some(({ lastFailure }) => lastFailure?.message?.includes('clock'));
  };
  await waitUntil(attempted, { timeoutMs: 120_000, what: 'the turn is attempted' });
  expect(await service.db.approval_counters.countDocuments({ workspace_id: workspace })).toBe(0);
  expect(host.calls).toHaveLength(0);
  await setAhead(0);
  expect((await settled(client, run)).state).toBe('closed');
  expect((await callsOf(client, run)).map(({ status }) => status)).toEqual(['ok']);
  expect(host.calls).toHaveLength(1);
});

it('[operations.clocks] an approval is not taken by a process whose clock is wrong, a rejection is, and readiness says why', async () => {
  const acting = await startPaying(service, { rules: holdAll, limits: [daily()] }, { host });
  const { client } = acting;
  const held = [await pay(acting, { amount: 10 }), await pay(acting, { amount: 20 })] as const;
  const ids = await Promise.all(held.map(async ({ thread }) => await pendingCall(client, thread)));
  await setAhead(-hourMs);
  const refused = await confirm(client, held[0].run.id, ids[0] ?? '');
  expect(verdict(refused)).toEqual([503, 'temporarily_unavailable']);
  const rejected = await client.post(`/v1/loom/runs/${held[1].run.id}/confirm`, {
    tool_call_id: ids[1],
    decision: 'reject',
  });
  expect(rejected.status).toBe(202);
  const ready = await fetch(`${service.baseUrl}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.text()).toContain('seconds behind that of the database');
  await setAhead(0);
  expect((await confirm(client, held[0].run.id, ids[0] ?? '')).status).toBe(202);
  expect((await settled(client, held[0].run.id)).state).toBe('closed');
});
