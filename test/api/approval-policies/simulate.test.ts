import { beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedPolicy } from '#contract/policy-simulation.ts';
import { converse } from '#clients/raw/conversation.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { perFile } from '../../support/per-file.ts';
import { allowAll, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);
const period = { from: '2026-01-01T00:00:00.000Z', to: '2099-01-01T00:00:00.000Z' };
const above = (amount: number) => ({
  properties: { args: { properties: { amount: { exclusiveMinimum: amount } } } },
});
const rules = [
  { name: 'huge', when: above(900), then: 'deny' },
  { name: 'large', when: above(100), then: 'hold', stages: [{ approvals: 2 }] },
  { name: 'small', then: 'allow' },
];
const limit = { name: 'daily', amount: '/amount', per: 'day', scope: 'subject', max: '200', then: 'deny' };

let client: ApiClient;
const runs: string[] = [];

/** Four held calls, of which the first two are rejected and the others are approved. */
beforeAll(async () => {
  const pay = actingPatch('pay', {
    wired: { gate: 'confirm' },
    request: { method: 'POST', path: '/pay', body: { amount: '{{amount}}' } },
  });
  const acting = await startActing(service, { host, patches: [pay] });
  ({ client } = acting);
  for (const [index, amount] of [1000, 500, 150, 90].entries()) {
    const { id } = await converse(client, acting.thread, `/call pay {"amount":${amount}}`);
    runs.push(id);
    const decision = index < 2 ? 'reject' : 'approve';
    await confirm(client, id, await pendingCall(client, acting.thread), decision);
    await client.get(`/v1/loom/runs/${id}?wait=60`);
  }
  await client.post('/v1/approval-policies', { key: 'payments', rules });
});

const simulate = async (body: object = {}, key = 'payments') =>
  await client.post<SimulatedPolicy>(`/v1/approval-policies/${key}/simulate`, { ...period, ...body });
const counts = ({ data: { allow, hold, deny } }: { data: SimulatedPolicy }) =>
  [allow, hold, deny].map(({ count }) => count);

describe('[approval-policy.simulate] a simulation', () => {
  it('tells what the newest version would have decided, with examples', async () => {
    const { status, data } = await simulate();
    expect([status, data]).toMatchObject([200, { policy: 'payments@1', calls: 4, complete: true }]);
    expect(counts({ data })).toEqual([1, 2, 1]);
    expect(data.deny.examples).toEqual([
      {
        run_id: runs[0],
        tool_call_id: expect.any(String),
        patch_ref: 'pay@1',
        rule: 'huge',
        limits: [],
        notes: [],
        gate: 'confirm',
        status: 'failed',
      },
    ]);
    expect(data.hold.examples.map(({ run_id, rule }) => [run_id, rule])).toEqual([
      [runs[1], 'large'],
      [runs[2], 'large'],
    ]);
    expect(data.allow.examples).toMatchObject([{ run_id: runs[3], rule: 'small' }]);
  });

  it('of a policy that is not published needs no other version, and publishes nothing', async () => {
    const policy = { key: 'draft', rules: [{ name: 'all', then: 'allow' }] };
    const { data } = await simulate({ policy }, 'draft');
    expect([data.policy, counts({ data })]).toEqual([null, [4, 0, 0]]);
    expect(verdict(await client.get('/v1/approval-policies/draft@1'))).toEqual([404, 'not_found']);
  });

  it('of a policy that is not published tells what differs from the newest version', async () => {
    const changed = [
      rules[0],
      { name: 'large', when: above(400), then: 'hold', stages: [{ approvals: 2 }] },
      { name: 'rest', then: 'hold', stages: [{ approvals: 1 }] },
    ];
    const { data } = await simulate({ policy: { key: 'payments', rules: changed } });
    expect(data.differences).toMatchObject({ from: 'payments@1', count: 2 });
    // Both hold the third one, for different approvals.
    expect(data.differences?.examples).toMatchObject([
      { run_id: runs[2], rule: 'rest', before: 'hold', after: 'hold' },
      { run_id: runs[3], rule: 'rest', before: 'allow', after: 'hold' },
    ]);
    const same = await simulate({ policy: { key: 'payments', rules } });
    expect(same.data.differences).toEqual({ from: 'payments@1', count: 0, examples: [] });
    expect((await simulate()).data.differences).toBeUndefined();
    const unpublished = await simulate({ policy: { key: 'draft', rules } }, 'draft');
    expect(unpublished.data.differences).toBeUndefined();
  });

  it('counts for limits what was carried out, in order', async () => {
    const all = [{ name: 'all', then: 'allow' }];
    const bounded = async (max: string) =>
      (await simulate({ policy: { key: 'payments', rules: all, limits: [{ ...limit, max }] } })).data;
    // The rejected ones were not carried out.
    expect(counts({ data: await bounded('1000') })).toEqual([4, 0, 0]);
    expect(counts({ data: await bounded('500') })).toEqual([3, 0, 1]);
    const data = await bounded('200');
    expect(counts({ data })).toEqual([1, 0, 3]);
    expect(data.allow.examples).toMatchObject([{ run_id: runs[2] }]);
    expect(data.deny.examples.at(-1)).toMatchObject({ run_id: runs[3], limits: ['daily'] });
  });

  it.each([
    ['not what only repeats another call', 200, [50, 50, 120], [3, 0, 0]],
    ['what may have been carried out', 502, [150, 60], [1, 0, 1]],
  ])('counts for limits %s', async (_, status, amounts, counted) => {
    host.answer = (_call, response) => json(response, status, {});
    const reliability = { idempotent: true, retry: 'none', key: ['/amount'] };
    const acting = await startPaying(service, { rules: allowAll }, { host, patch: { reliability } });
    for (const amount of amounts)
      await converse(acting.client, acting.thread, `/call pay {"amount":${amount}}`);
    const policy = { key: 'payments', rules: allowAll, limits: [limit] };
    const path = '/v1/approval-policies/payments/simulate';
    expect(counts(await acting.client.post<SimulatedPolicy>(path, { ...period, policy }))).toEqual(counted);
  });

  it('[approval-policy.facts] judges the payment that was declared when a call was made', async () => {
    host.answer = (_call, response) => json(response, 200, {});
    const declaring = {
      input_schema: { type: 'object', properties: { cents: {}, iban: {} } },
      request: { method: 'POST', path: '/pay' },
      payment: {
        amount: '/cents',
        unit: 'minor',
        currency: { constant: 'EUR' },
        payee: { account: { iban: '/iban' } },
      },
    };
    const acting = await startPaying(service, { rules: allowAll }, { host, patch: declaring });
    const ibans = ['DE89370400440532013000', 'de89 3704 0044 0532 0130 00', 'FR1420041010050500013M02606'];
    for (const iban of ibans)
      await converse(acting.client, acting.thread, `/call pay ${JSON.stringify({ cents: 6000, iban })}`);
    const judge = async (policy: object) =>
      await acting.client.post<SimulatedPolicy>('/v1/approval-policies/payments/simulate', {
        ...period,
        policy: { key: 'payments', rules: allowAll, ...policy },
      });
    const { amount: _, ...declared } = { ...limit, scope: 'payee', max: '100' };
    expect(counts(await judge({ limits: [declared] }))).toEqual([2, 0, 1]);
    const amount = { properties: { amount: { maximum: 60 } }, required: ['amount'] };
    const when = { properties: { payment: amount }, required: ['payment'] };
    expect(counts(await judge({ rules: [{ name: 'small', when, then: 'deny' }] }))).toEqual([0, 0, 3]);
    // Those of the other workspace declared none.
    const undeclared = await simulate({ policy: { key: 'payments', rules: allowAll, limits: [declared] } });
    expect(counts(undeclared)).toEqual([0, 4, 0]);
    expect(undeclared.data.hold.examples[0]?.notes).toEqual([
      'The limit "daily" cannot count this: the patch declares no payment.',
    ]);
  });

  it('looks at runs that were opened in the period', async () => {
    expect(counts(await simulate({ to: '2026-01-02T00:00:00.000Z' }))).toEqual([0, 0, 0]);
    expect(counts(await simulate({ from: '0000-01-01T00:00:00.000Z' }))).toEqual([1, 2, 1]);
  });

  it.each([
    ['a period that ends before it begins', { to: period.from }, 'to'],
    ['no period', { from: undefined }, 'from'],
    [
      'a condition that is no schema',
      { policy: { key: 'a', rules: [{ ...rules[0], when: { type: 'x' } }] } },
      'policy.rules.0.when',
    ],
    ['a policy of no rules', { policy: { key: 'a' } }, 'policy.rules'],
  ])('is refused for %s', async (_, body, path) => {
    const refused = await simulate(body);
    expect(verdict(refused)).toEqual([422, 'invalid_request']);
    expect(refused.error.details).toEqual([expect.objectContaining({ path })]);
  });

  it('of a key without a version is 404', async () => {
    expect(verdict(await simulate({}, 'nothing'))).toEqual([404, 'not_found']);
  });

  it('sees nothing of another workspace', async () => {
    const other = (await service.workspace()).client;
    const policy = { key: 'payments', rules };
    const { data } = await other.post<SimulatedPolicy>('/v1/approval-policies/payments/simulate', {
      ...period,
      policy,
    });
    expect(data.calls).toBe(0);
  });
});
