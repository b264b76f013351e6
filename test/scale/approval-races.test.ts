import { expect, it } from 'vitest';
import { settled } from '#clients/raw/conversation.ts';
import type { RevisedCall } from '#contract/decisions.ts';
import { startHost } from '../support/acting.ts';
import { callsOf, confirm, pendingCall } from '../support/acting-run.ts';
import type { ApiClient } from '../support/api-client.ts';
import { putGroup } from '../support/approver-groups.ts';
import { lapsePause } from '../support/lapse-pause.ts';
import { perFile } from '../support/per-file.ts';
import { pay, publishPolicy, startPaying } from '../support/policies.ts';
import { sharedService } from '../support/service.ts';
import { verdict } from '../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);

const as = (client: ApiClient, actor: string) => client.with({ headers: { 'service-actor': actor } });
const holdingGateOf = (approvals: number) => [
  { name: 'all', then: 'hold', stages: [{ approvals, group: 'finance' }] },
];
const paid = (amount: number) =>
  host.calls.filter(({ body }) => JSON.stringify(body) === JSON.stringify({ amount }));
const atOnce = async <Result>(make: (index: number) => Promise<Result>) =>
  await Promise.all(Array.from({ length: 50 }, async (_, index) => make(index)));

it('[approval-policy.gate.groups] of 50 requests at once that approve and that change the group, a payment is made only by members at that moment', async () => {
  const everybody = Array.from({ length: 25 }, (_, index) => `member-${index}`);
  const groups = { finance: everybody };
  const acting = await startPaying(service, { rules: holdingGateOf(2) }, { host, groups });
  const { client } = acting;
  const { run, thread } = await pay(acting, { amount: 101 });
  const call = await pendingCall(client, thread);
  const answers = await atOnce(async (index) => {
    const member = everybody[Math.floor(index / 2)] ?? '';
    if (index % 2 === 0) return verdict(await confirm(as(client, member), run.id, call));
    const members = everybody.filter((each) => each !== member);
    return verdict(await putGroup(client, 'finance', { name: 'finance', members }));
  });
  const approvals = answers.filter((_, index) => index % 2 === 0);
  for (const answer of approvals)
    expect([
      [202],
      [403, 'forbidden_approver'],
      // Two others have approved it before.
      [404, 'unknown_confirmation'],
      [422, 'not_awaiting_confirmation'],
    ]).toContainEqual(answer);
  await putGroup(client, 'finance', { name: 'finance', members: [...everybody, 'eve', 'mia'] });
  for (const actor of ['eve', 'mia']) await confirm(as(client, actor), run.id, call);
  expect((await settled(client, run.id)).state).toBe('closed');
  expect(paid(101)).toHaveLength(1);
  const [made] = await callsOf(client, run.id);
  const actors = made?.decisions?.map(({ actor }) => actor) ?? [];
  expect(new Set(actors).size).toBe(2);
});

it('[approval-policy.gate.held] a payment is approved by the version that holds it while 25 others are published', async () => {
  const groups = { finance: ['eve', 'mia'] };
  const acting = await startPaying(service, { rules: holdingGateOf(2) }, { host, groups });
  const { client } = acting;
  const { run, thread } = await pay(acting, { amount: 102 });
  const call = await pendingCall(client, thread);
  const answers = await atOnce(async (index) => {
    if (index % 2 === 0) {
      await publishPolicy(client, { rules: [{ name: `deny ${index}`, then: 'deny' }] });
      return undefined;
    }
    return verdict(await confirm(as(client, index % 4 === 1 ? 'eve' : 'mia'), run.id, call))[0];
  });
  expect(answers.filter((status) => status === 202).length).toBeGreaterThanOrEqual(2);
  await settled(client, run.id);
  expect(paid(102)).toHaveLength(1);
  expect(await callsOf(client, run.id)).toMatchObject([
    { status: 'ok', gate_rule: { policy: 'payments@1', verdict: 'hold' } },
  ]);
  expect((await pay(acting, { amount: 102 })).call.error?.code).toBe('denied_by_policy');
});

it('[gate.revise.race] of 50 revisions around the end of a pause, those that are accepted came before it, and nothing is sent', async () => {
  const acting = await startPaying(
    service,
    { rules: holdingGateOf(2) },
    { host, groups: { finance: ['eve', 'mia'] } },
  );
  const { client } = acting;
  const { run, thread } = await pay(acting, { amount: 103 });
  const call = await pendingCall(client, thread);
  await lapsePause(service.db, run.id, { leftMs: 200 });
  const revise = async (index: number) => {
    const body = { tool_call_id: call, args: { amount: 1000 + index } };
    return await as(client, 'eve').post<RevisedCall>(`/v1/loom/runs/${run.id}/revise`, body);
  };
  const answers = await atOnce(revise);
  await expect.poll(async () => verdict(await revise(50))).toEqual([404, 'unknown_confirmation']);
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted.length).toBeLessThanOrEqual(1);
  // An actor corrects 20 calls in a day, which are counted while they are in progress.
  const refusals = ['404 unknown_confirmation', '429 rate_limited'];
  for (const answer of answers.filter(({ status }) => status !== 202))
    expect(refusals).toContain(verdict(answer).join(' '));
  expect(await settled(client, run.id)).toMatchObject({ state: 'closed', reason: 'expired' });
  const calls = await callsOf(client, run.id);
  expect(calls).toHaveLength(1 + accepted.length);
  expect(calls.map(({ status }) => status)).not.toContain('ok');
  expect(host.calls.filter(({ body }) => (body as { amount: number }).amount >= 1000)).toEqual([]);
});
