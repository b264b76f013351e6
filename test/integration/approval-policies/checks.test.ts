import { expect, inject, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { Event } from '#contract/event.ts';
import type { Run, Trace } from '#contract/run.ts';
import { settled } from '#clients/raw/conversation.ts';
import { digestOf } from '#engine/rules/gates/digest.ts';
import { runAdmin } from '../../support/admin.ts';
import { startHost } from '../../support/acting.ts';
import { type Acting, confirm, pendingCall, threadOf } from '../../support/acting-run.ts';
import { fedachLine, fileOf, routingNumber } from '../../support/directory-files.ts';
import { lookUp } from '../../support/identify.ts';
import { perFile } from '../../support/per-file.ts';
import { holdAll, pay, startPaying } from '../../support/policies.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

// Directories are imported for all workspaces of a service.
const service = perFile(startService);
const host = perFile(startHost);

const as = ({ client }: Acting, actor: string) => client.with({ headers: { 'service-actor': actor } });
const held = async ({ client }: Acting, thread: string) =>
  (await threadOf(client, thread)).pending_confirmation;

/** Waits until the call has come back to its gate. */
async function untilReturned(acting: Acting, thread: string) {
  await expect.poll(async () => (await held(acting, thread))?.returned).toBeDefined();
  return await held(acting, thread);
}

it('[approval-policy.checks] [approval-policy.checks.identify] a payment whose account has moved since it was shown goes back to its gate', async () => {
  const checks = [{ type: 'identify', reference: { routing_number: '/to' } }];
  const acting = await startPaying(service, { rules: holdAll, checks }, { host });
  const { client } = acting;
  const to = routingNumber(7);
  const { run, thread } = await pay(acting, { amount: 5, to });
  const before = await held(acting, thread);
  const unknown = { pointers: ['/to'], result: 'not_found', reason: 'unknown_institution', reference: to };
  expect(before?.accounts).toMatchObject([unknown]);
  const imported = await runAdmin(
    ['identify', 'import', 'fedach', await fileOf(fedachLine(to, 'SMALL BANK')), '--as-of', '2026-11-01'],
    { MONGODB_URI: inject('mongodbUri'), MONGODB_DATABASE: service.db.runs.dbName },
  );
  expect(imported.code).toBe(0);
  await expect
    .poll(async () => (await lookUp(client, { routing_number: to })).data.result)
    .toBe('identified');

  const call = await pendingCall(client, thread);
  const approve = async (digest?: string) =>
    await client.post(`/v1/loom/runs/${run.id}/confirm`, { tool_call_id: call, decision: 'approve', digest });
  expect(verdict(await approve(before?.digest))).toEqual([202]);
  const after = await untilReturned(acting, thread);
  expect(after).toMatchObject({
    tool_call_id: call,
    accounts: [{ pointers: ['/to'], result: 'identified', institution: { name: 'SMALL BANK' } }],
    approvals: { required: 1, given: [] },
    returned: { reason: 'identify', accounts: [unknown] },
  });
  expect(Date.parse(after?.expires_at ?? '')).toBeGreaterThan(Date.parse(before?.expires_at ?? ''));
  expect(host.calls).toHaveLength(0);
  expect((await client.get<Run>(`/v1/loom/runs/${run.id}`)).data.pending).toMatchObject({
    returned: { reason: 'identify' },
  });
  // The held call differs from the one that was decided on.
  expect(verdict(await approve(before?.digest))).toEqual([409, 'stale_confirmation']);
  expect(verdict(await approve(after?.digest))).toEqual([202]);
  expect((await settled(client, run.id)).state).toBe('closed');
  expect(host.calls).toHaveLength(1);

  const { data: trace } = await client.get<Trace>(`/v1/loom/runs/${run.id}/trace`);
  expect(trace.turns[0]?.tool_calls[0]).toMatchObject({
    status: 'ok',
    accounts: [{ institution: { name: 'SMALL BANK' } }],
    decisions: [{ decision: 'approve', lapsed_because: 'identify' }, { decision: 'approve' }],
  });
  const { data: events } = await client.get<Event[]>(
    `/v1/events?run_id=${run.id}&type=write.confirmation_requested`,
  );
  expect(events.filter(({ data }) => data?.['returned'] !== undefined)).toHaveLength(1);
  expect(events).toHaveLength(2);
  const { data: audit } = await client.get<AuditEntry[]>('/v1/audit?type=call.approval_lapsed');
  expect(audit).toMatchObject([{ target: { id: call }, details: { reason: 'identify' } }]);
  const { data: ledger } = await client.get<{ reason: string }[]>('/v1/credits/ledger');
  // The lookup of this test that has identified it: those of the check cost nothing.
  expect(ledger.filter(({ reason }) => reason === 'identify')).toHaveLength(1);
});

it('[approval-policy.checks.declared] a check without a reference looks at the account of the declared payment', async () => {
  const patch = {
    input_schema: { type: 'object', properties: { amount: {}, to: {} } },
    payment: {
      amount: '/amount',
      currency: { constant: 'USD' },
      payee: { account: { routing_number: '/to' } },
    },
  };
  const acting = await startPaying(
    service,
    { rules: holdAll, checks: [{ type: 'identify' }] },
    { host, patch },
  );
  const { client } = acting;
  const to = routingNumber(8);
  const { run, thread } = await pay(acting, { amount: 5, to });
  expect((await held(acting, thread))?.accounts).toMatchObject([{ pointers: ['/to'], result: 'not_found' }]);
  const imported = await runAdmin(
    ['identify', 'import', 'fedach', await fileOf(fedachLine(to, 'LARGE BANK')), '--as-of', '2026-11-02'],
    { MONGODB_URI: inject('mongodbUri'), MONGODB_DATABASE: service.db.runs.dbName },
  );
  expect(imported.code).toBe(0);
  await expect
    .poll(async () => (await lookUp(client, { routing_number: to })).data.result)
    .toBe('identified');
  expect(verdict(await confirm(client, run.id, await pendingCall(client, thread)))).toEqual([202]);
  expect(await untilReturned(acting, thread)).toMatchObject({
    accounts: [{ pointers: ['/to'], result: 'identified', institution: { name: 'LARGE BANK' } }],
    payment: { payee: { institution: { name: 'LARGE BANK' } } },
    returned: { reason: 'identify', accounts: [{ result: 'not_found' }] },
  });
  expect(verdict(await confirm(client, run.id, await pendingCall(client, thread)))).toEqual([202]);
  expect((await settled(client, run.id)).state).toBe('closed');
});

it('[approval-policy.checks.former-ids] a payment that was held under a former id of its bank is sent', async () => {
  const checks = [{ type: 'identify', reference: { routing_number: '/to' } }];
  const acting = await startPaying(service, { rules: holdAll, checks }, { host });
  const { client } = acting;
  const to = '021000021';
  const { run, thread } = await pay(acting, { amount: 7, to });
  const call = await pendingCall(client, thread);
  const { data: found } = await lookUp(client, { routing_number: to });
  const [former] = found.institution?.previous_ids ?? [];
  expect(former).toBeDefined();
  // As if it had been held under earlier tables of banks.
  const stored = await service.db.tool_calls.findOneAndUpdate(
    { _id: call },
    { $set: { 'accounts.0.institution.id': former } },
    { returnDocument: 'after' },
  );
  if (stored === null) throw new Error('no call is stored');
  const digest = digestOf(stored, { seal: () => 'nothing is sealed' });
  await service.db.runs.updateOne({ _id: run.id }, { $set: { 'pauses.0.digest': digest } });
  expect(verdict(await confirm(client, run.id, call))).toEqual([202]);
  expect((await settled(client, run.id)).state).toBe('closed');
  expect(host.calls.filter(({ body }) => JSON.stringify(body) === '{"amount":7}')).toHaveLength(1);
});

it('[approval-policy.checks.age] a payment whose first approval is too old by the last one goes back to its gate', async () => {
  const rules = [{ name: 'all', then: 'hold', stages: [{ approvals: 2 }] }];
  const checks = [{ type: 'approval_age', max_seconds: 3600 }];
  const acting = await startPaying(service, { rules, checks }, { host });
  const { run, thread } = await pay(acting, { amount: 6 });
  const call = await pendingCall(acting.client, thread);
  await confirm(as(acting, 'eve'), run.id, call);
  const created_at = new Date(Date.now() - 3_600_000);
  await service.db.tool_calls.updateOne({ _id: call }, { $set: { 'approvals.0.created_at': created_at } });
  expect(verdict(await confirm(as(acting, 'mia'), run.id, call))).toEqual([202]);
  expect(await untilReturned(acting, thread)).toMatchObject({
    approvals: { required: 2, given: [] },
    returned: { reason: 'approval_age' },
  });
  for (const actor of ['mia', 'eve']) await confirm(as(acting, actor), run.id, call);
  expect((await settled(acting.client, run.id)).state).toBe('closed');
  expect(host.calls.filter(({ body }) => JSON.stringify(body) === '{"amount":6}')).toHaveLength(1);
});
