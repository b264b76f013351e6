import { describe, expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { Event } from '#contract/event.ts';
import { settled } from '#clients/raw/conversation.ts';
import { startHost } from '../../support/acting.ts';
import { type Acting, callsOf, confirm, pendingCall, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { perFile } from '../../support/per-file.ts';
import { pay, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);
const groups = { finance: ['eve'], board: ['mia'] };

const as = (client: ApiClient, actor: string) => client.with({ headers: { 'service-actor': actor } });

function rulesWith(stage: object, rule: object = {}) {
  const stages = [{ approvals: 1, group: 'finance', ...stage }];
  return [{ name: 'all', then: 'hold', stages, ...rule }];
}

async function eventsOf({ client }: Acting, run: string, type: string): Promise<Event[]> {
  return (await client.get<Event[]>(`/v1/events?run_id=${run}&type=${type}`)).data;
}

async function inboxOf({ client }: Acting, actor: string): Promise<Approval[]> {
  return (await client.get<Approval[]>(`/v1/loom/approvals?actor=${actor}`)).data;
}

describe('[approval-policy.escalation] [event.type.approval-reminder] [event.type.approval-escalated] a call that nobody decides on', () => {
  it('is for the group of its stage only, until it is escalated', async () => {
    const rules = rulesWith({ escalate_after: 600, escalate_to: 'board' });
    const acting = await startPaying(service, { rules }, { host, groups });
    const { run, thread } = await pay(acting, { amount: 5 });
    const early = await confirm(as(acting.client, 'mia'), run.id, await pendingCall(acting.client, thread));
    expect(verdict(early)).toEqual([403, 'forbidden_approver']);
    expect(await inboxOf(acting, 'mia')).toEqual([]);
  });

  it('is told of once, then escalated once, and from then on members of the further group may approve', async () => {
    const rules = rulesWith({ remind_after: 1, escalate_after: 2, escalate_to: 'board' });
    const acting = await startPaying(service, { rules }, { host, groups });
    const { client } = acting;
    const { run, thread } = await pay(acting, { amount: 5 });
    const tool_call_id = await pendingCall(client, thread);
    await expect.poll(async () => (await eventsOf(acting, run.id, 'approval.escalated')).length).toBe(1);
    const [reminder] = await eventsOf(acting, run.id, 'approval.reminder');
    const told = { run_id: run.id, tool_call_id, patch_ref: 'pay@1', stage: 1 };
    expect(reminder?.data).toMatchObject({ ...told, approvals: { required: 1 } });
    // On a busy machine the reminder may come when the call is escalated already.
    expect(reminder?.data?.['groups']).toContain('finance');
    const [escalated] = await eventsOf(acting, run.id, 'approval.escalated');
    expect(escalated?.data).toMatchObject({ ...told, groups: ['finance', 'board'], escalated_to: 'board' });
    expect((await threadOf(client, thread)).pending_confirmation?.approvals?.stage).toMatchObject({
      group: 'finance',
      escalated_to: 'board',
      escalated_at: expect.any(String),
    });
    for (const actor of ['eve', 'mia'])
      expect(await inboxOf(acting, actor)).toMatchObject([{ tool_call_id }]);
    expect((await confirm(as(client, 'mia'), run.id, tool_call_id)).status).toBe(202);
    await settled(client, run.id);
    expect(await callsOf(client, run.id)).toMatchObject([{ status: 'ok' }]);
    expect(await eventsOf(acting, run.id, 'approval.reminder')).toHaveLength(1);
  });

  it('is not told of at a stage that was fulfilled in time, and is at the next one', async () => {
    const [rule] = rulesWith({ remind_after: 600 });
    const stages = [...(rule?.stages ?? []), { approvals: 1, remind_after: 1 }];
    const acting = await startPaying(service, { rules: [{ ...rule, stages }] }, { host, groups });
    const { run, thread } = await pay(acting, { amount: 5 });
    await confirm(as(acting.client, 'eve'), run.id, await pendingCall(acting.client, thread));
    await expect.poll(async () => (await eventsOf(acting, run.id, 'approval.reminder')).length).toBe(1);
    const [reminder] = await eventsOf(acting, run.id, 'approval.reminder');
    expect(reminder?.data).toMatchObject({ stage: 2, groups: [] });
    await confirm(as(acting.client, 'joe'), run.id, await pendingCall(acting.client, thread));
    await settled(acting.client, run.id);
    expect(await callsOf(acting.client, run.id)).toMatchObject([{ status: 'ok' }]);
  });
});

it.each<[string, string, object, object]>([
  ['escalate_to', 'escalation_incomplete', { escalate_after: 5 }, {}],
  ['escalate_after', 'escalation_incomplete', { escalate_to: 'board' }, {}],
  ['escalate_to', 'same_group', { escalate_after: 5, escalate_to: 'finance' }, {}],
  ['escalate_to', 'unknown_group', { escalate_after: 5, escalate_to: 'nobody' }, {}],
  ['group', 'group_required', { group: undefined, escalate_after: 5, escalate_to: 'board' }, {}],
  ['remind_after', 'not_before_expiry', { remind_after: 60 }, { ttl_seconds: 60 }],
  ['remind_after', 'too_small', { remind_after: 0 }, {}],
  ['remind_after', 'invalid_type', { remind_after: 1.5 }, {}],
])(
  '[approval-policy.escalation.invalid] a stage is refused for its %s (%s)',
  async (field, code, stage, rule) => {
    const { client } = await startPaying(service, { rules: [{ name: 'all', then: 'allow' }] }, { groups });
    const policy = { key: 'payments', rules: rulesWith(stage, rule) };
    const { status, error } = await client.post('/v1/approval-policies', policy);
    expect(status).toBe(422);
    const path = expect.stringMatching(new RegExp(`\\.${field}$`)) as string;
    expect(error?.details).toEqual([expect.objectContaining({ path, code })]);
  },
);
