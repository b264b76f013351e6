import { beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalPolicy } from '#contract/approval-policy.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { putGroup } from '../../support/approver-groups.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let client: ApiClient;
beforeEach(async () => {
  ({ client } = await service.workspace());
});

const large = { properties: { args: { properties: { amount: { exclusiveMinimum: 10_000 } } } } };
const rules = [{ name: 'large', when: large, then: 'hold', stages: [{ approvals: 2 }] }];
const limit = {
  name: 'daily',
  amount: '/amount',
  per: 'day',
  scope: 'subject',
  max: '50000.00',
  then: 'deny',
};

const publish = async (parts: object) =>
  await client.post<ApprovalPolicy>('/v1/approval-policies', { key: 'payments', rules, ...parts });
const inGroup = (approvals: number, group = 'finance') => ({ approvals, group });
const held = (...stages: object[]) => ({ rules: [{ name: 'all', then: 'hold', stages }] });

it('[approval-policy.publish] the first version of a key is 1, and is returned as it was published', async () => {
  const { status, data } = await publish({ limits: [limit] });
  expect([status, data]).toEqual([
    201,
    {
      ref: 'payments@1',
      version: 1,
      key: 'payments',
      rules,
      limits: [limit],
      created_at: expect.any(String),
    },
  ]);
  expect((await client.get('/v1/approval-policies/payments@1')).data).toEqual(data);
});

it('[approval-policy.publish] a changed definition is the next version, and an identical one the newest again', async () => {
  await publish({});
  const second = await publish({ rules: [] });
  expect([second.status, second.data.ref]).toEqual([201, 'payments@2']);
  const again = await publish({ rules: [] });
  expect([again.status, again.data]).toEqual([200, second.data]);
  expect((await publish({})).data.ref).toBe('payments@3');
});

it('[approval-policy.publish] publications at once each get a version of their own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => publish({ limits: [{ ...limit, name: `limit ${n}` }] })),
  );
  const versions = answers.map(({ data }) => data.version).toSorted((a, b) => a - b);
  expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('[approval-policy.read] versions are listed, newest first, and by key', async () => {
  await publish({});
  await publish({ rules: [] });
  await publish({ key: 'other' });
  const refs = async (query: string) =>
    (await client.get<ApprovalPolicy[]>(`/v1/approval-policies${query}`)).data.map(({ ref }) => ref);
  expect(await refs('')).toEqual(['other@1', 'payments@2', 'payments@1']);
  expect(await refs('?key=payments')).toEqual(['payments@2', 'payments@1']);
  for (const ref of ['payments@3', 'payments', 'payments@0', 'nothing@1']) {
    expect(verdict(await client.get(`/v1/approval-policies/${ref}`))).toEqual([404, 'not_found']);
  }
});

describe('[approval-policy.publish.invalid] [approval-policy.checks.invalid] what is refused, and publishes nothing', () => {
  const rule = (parts: object) => ({ rules: [{ name: 'all', then: 'hold', ...parts }] });
  const bounded = (parts: object) => ({ limits: [{ ...limit, ...parts }] });
  const checked = (...checks: object[]) => ({ checks });
  const deep = (levels: number): object => (levels === 0 ? {} : { not: deep(levels - 1) });

  it.each([
    ['no approvals', rule({ stages: [{ approvals: 0 }] }), 'rules.0.stages.0.approvals', 'too_small'],
    ['six approvals', rule({ stages: [{ approvals: 6 }] }), 'rules.0.stages.0.approvals', 'too_big'],
    ['no stages', rule({ stages: [] }), 'rules.0.stages', 'too_small'],
    [
      'five stages',
      rule({ stages: Array.from({ length: 5 }, () => ({ approvals: 1 })) }),
      'rules.0.stages',
      'too_big',
    ],
    [
      'stages for what is allowed',
      rule({ then: 'allow', stages: [{ approvals: 1 }] }),
      'rules.0.stages',
      'only_for_hold',
    ],
    [
      'a time for what is denied',
      rule({ then: 'deny', ttl_seconds: 5 }),
      'rules.0.ttl_seconds',
      'only_for_hold',
    ],
    ['two rules of one name', { rules: [...rules, ...rules] }, 'rules.1.name', 'duplicate_name'],
    ['an unknown field', rule({ gate: 'confirm' }), 'rules.0.gate', 'unrecognized_key'],
    ['a schema that does not compile', rule({ when: { type: 'objekt' } }), 'rules.0.when', 'invalid_schema'],
    [
      'a schema with a reference to nothing',
      rule({ when: { $ref: '#/$defs/x' } }),
      'rules.0.when',
      'invalid_schema',
    ],
    [
      'a pattern that takes for ever',
      rule({ when: { pattern: '(?=a)a' } }),
      'rules.0.when',
      'invalid_schema',
    ],
    ['a schema that is nested too deeply', rule({ when: deep(33) }), 'rules.0.when', 'custom'],
    ['a limit of no number', bounded({ max: '10,000' }), 'limits.0.max', 'invalid_format'],
    ['a limit that is a number', bounded({ max: 10_000 }), 'limits.0.max', 'invalid_type'],
    ['a limit with an exponent', bounded({ max: '1e4' }), 'limits.0.max', 'invalid_format'],
    ['a limit below nothing', bounded({ max: '-1' }), 'limits.0.max', 'invalid_format'],
    ['an amount that is no pointer', bounded({ amount: 'amount' }), 'limits.0.amount', 'invalid_format'],
    ['an amount that is all arguments', bounded({ amount: '' }), 'limits.0.amount', 'invalid_format'],
    ['a pointer with a bad escape', bounded({ amount: '/a~2' }), 'limits.0.amount', 'invalid_format'],
    ['a limit for a year', bounded({ per: 'year' }), 'limits.0.per', 'invalid_value'],
    ['a limit for payees without one', bounded({ scope: 'payee' }), 'limits.0.payee', 'payee_required'],
    [
      'a currency of no amount',
      bounded({ amount: undefined, currency: '/currency' }),
      'limits.0.currency',
      'amount_required',
    ],
    [
      'a payee of no amount',
      bounded({ amount: undefined, payee: '/to' }),
      'limits.0.payee',
      'amount_required',
    ],
    [
      'an account without a reference',
      checked({ type: 'identify', reference: {} }),
      'checks.0.reference',
      'invalid_reference',
    ],
    [
      'an account of two rails',
      checked({ type: 'identify', reference: { iban: '/iban', ifsc: '/ifsc' } }),
      'checks.0.reference',
      'invalid_reference',
    ],
    [
      'an account without the field of its rail',
      checked({ type: 'identify', rail: 'iban', reference: { bic: '/bic' } }),
      'checks.0.reference.iban',
      'invalid_reference',
    ],
    [
      'an account of two countries',
      checked({ type: 'identify', country: 'GB', reference: { sort_code: '/sort', country: '/land' } }),
      'checks.0.country',
      'invalid_reference',
    ],
    [
      'an account at no pointer',
      checked({ type: 'identify', reference: { iban: 'iban' } }),
      'checks.0.reference.iban',
      'invalid_format',
    ],
    [
      'approvals of no age',
      checked({ type: 'approval_age', max_seconds: 0 }),
      'checks.0.max_seconds',
      'too_small',
    ],
    [
      'approvals of an age in words',
      checked({ type: 'approval_age', max_seconds: '1h' }),
      'checks.0.max_seconds',
      'invalid_type',
    ],
    ['an unknown check', checked({ type: 'sanctions' }), 'checks.0.type', 'invalid_union'],
    [
      'five checks',
      checked(...Array.from({ length: 5 }, () => ({ type: 'approval_age', max_seconds: 60 }))),
      'checks',
      'too_big',
    ],
    [
      'a rail of no reference',
      checked({ type: 'identify', rail: 'iban' }),
      'checks.0.rail',
      'invalid_reference',
    ],
    ['a group that is not there', held(inGroup(1)), 'rules.0.stages.0.group', 'unknown_group'],
  ])('%s', async (_, parts, path, code) => {
    const refused = await publish(parts);
    expect(verdict(refused)).toEqual([422, 'invalid_request']);
    expect(refused.error.details).toEqual([expect.objectContaining({ path, code })]);
    expect((await client.get('/v1/approval-policies')).data).toEqual([]);
  });
});

describe('[approval-policy.publish.groups] groups', () => {
  beforeEach(async () => {
    await putGroup(client, 'finance', { name: 'Finance', members: ['ada', 'bo'] });
    await putGroup(client, 'board', { name: 'Board', members: ['bo', 'cy'] });
  });

  it('that are large enough for all stages are accepted', async () => {
    expect(
      verdict(await publish(held(inGroup(1), inGroup(1), inGroup(1, 'board'), { approvals: 5 }))),
    ).toEqual([201]);
  });

  it.each([
    ['in one stage', [inGroup(3)]],
    ['in two', [inGroup(1), inGroup(2)]],
    ['with the members of both', [inGroup(2), inGroup(2, 'board')]],
  ])('that have fewer members than have to approve %s are refused', async (_, stages) => {
    const refused = await publish(held(...stages));
    expect(verdict(refused)).toEqual([422, 'invalid_request']);
    expect(refused.error.details).toEqual([
      expect.objectContaining({ path: 'rules.0.stages', code: 'group_too_small' }),
    ]);
  });

  it('that a limit holds for count too', async () => {
    const refused = await publish({ limits: [{ ...limit, then: 'hold', stages: [inGroup(3)] }] });
    expect(refused.error.details).toEqual([expect.objectContaining({ path: 'limits.0.stages' })]);
  });

  it('[approver-group.in-use] of the newest version are not deleted, and a warning says that they become too small', async () => {
    await publish(held(inGroup(2), inGroup(1, 'board')));
    const inUse = { code: 'approver_group_in_use', details: { policies: ['payments@1'] } };
    const refused = await client.send('DELETE', '/v1/approver-groups/finance');
    expect([refused.status, refused.error]).toMatchObject([409, inUse]);
    const put = await putGroup(client, 'finance', { name: 'Finance', members: ['ada'] });
    const warning = {
      code: 'group_too_small',
      path: 'members',
      message: expect.stringContaining('payments@1'),
    };
    expect([put.status, put.data]).toMatchObject([200, { warnings: [warning] }]);
    const others = await putGroup(client, 'finance', { name: 'Finance', members: ['cy', 'di'] });
    expect([others.status, others.data]).toEqual([
      200,
      expect.not.objectContaining({ warnings: expect.anything() }),
    ]);
  });

  it('[approval-policy.publish.groups] that a rule and a limit ask for together are not more than its members', async () => {
    const token = { ...inGroup(2), via: ['token' as const] };
    const refused = await publish({
      ...held(inGroup(1)),
      limits: [{ ...limit, then: 'hold', stages: [token] }],
    });
    expect(refused.status).toBe(422);
    expect(refused.error.details).toEqual([expect.objectContaining({ code: 'group_too_small' })]);
  });

  it('[approver-group.in-use] of an older version are free', async () => {
    await publish(held(inGroup(2)));
    await publish({ rules: [] });
    expect((await client.send('DELETE', '/v1/approver-groups/finance')).status).toBe(200);
  });

  it('[approver-group.in-use] of policies and of changes at once, no policy is left that nobody can fulfil', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [group, key] = [`group-${round}`, `policy-${round}`];
      await putGroup(client, group, { name: 'Two', members: ['ada', 'bo'] });
      const [published, changed] = await Promise.all([
        publish({ key, ...held(inGroup(2, group)) }),
        client.send('DELETE', `/v1/approver-groups/${group}`),
      ]);
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([published.status, changed.status]);
    }
  });
});
