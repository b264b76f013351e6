import { beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { ApproverGroup } from '#contract/approver-group.ts';
import type { Change, FourEyes } from '#contract/change.ts';
import type { Connection } from '#contract/connection.ts';
import { definition } from '../../support/agents.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { putGroup } from '../../support/approver-groups.ts';
import { documentsWith } from '../../support/erasures.ts';
import { sharedService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService('without-worker');
let client: ApiClient;
let eve: ApiClient;
let mia: ApiClient;
beforeEach(async () => {
  ({ client } = await service.workspace());
  eve = client.with({ headers: { 'service-actor': 'eve' } });
  mia = client.with({ headers: { 'service-actor': 'mia' } });
});

const kinds = [
  'agents',
  'patches',
  'connections',
  'policies',
  'groups',
  'credentials',
  'passkeys',
  'payees',
  'freeze',
];
const all = Object.fromEntries(kinds.map((kind) => [kind, true]));
const none = Object.fromEntries(kinds.map((kind) => [kind, false]));

async function send<Data>(by: ApiClient, method: 'PUT' | 'PATCH', path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  return await by.send<Data>(method, path, { headers, body: JSON.stringify(body) });
}

async function guard(by: ApiClient, settings: object = all): Promise<ApiAnswer<FourEyes>> {
  return await send<FourEyes>(by, 'PUT', '/v1/settings/four-eyes', settings);
}

/** The change that a response says was proposed. */
function proposedBy(answer: { status: number; data: unknown }): Change {
  expect(answer.status).toBe(202);
  return answer.data as Change;
}

const approve = async (by: ApiClient, { id }: Pick<Change, 'id'>) =>
  await by.post<Change>(`/v1/changes/${id}/approve`);
const reject = async (by: ApiClient, { id }: Pick<Change, 'id'>, body = {}) =>
  await by.post<Change>(`/v1/changes/${id}/reject`, body);
const groupNow = async (): Promise<ApiAnswer<ApproverGroup>> =>
  await client.get<ApproverGroup>('/v1/approver-groups/finance');

const finance = { name: 'Finance', members: ['eve', 'mia'] };

describe('[change.settings] the settings', () => {
  it('guard nothing at first, and more as somebody says', async () => {
    expect((await client.get('/v1/settings/four-eyes')).data).toEqual(none);
    expect((await guard(eve, { groups: true })).data).toMatchObject({ ...none, groups: true });
    expect((await client.get('/v1/settings/four-eyes')).data).toMatchObject({ ...none, groups: true });
    expect((await putGroup(eve, 'finance', finance)).status).toBe(202);
    // Unguarded configuration is changed by one person.
    expect((await eve.post('/v1/agents', definition({}))).status).toBe(201);
  });

  it('[change.settings.less] guard less only after two have said so', async () => {
    await guard(eve);
    const change = proposedBy(await guard(eve, { ...all, groups: false }));
    expect(change).toMatchObject({ kind: 'four_eyes', operation: 'putFourEyes', state: 'proposed' });
    expect((await client.get('/v1/settings/four-eyes')).data).toMatchObject(all);
    expect(verdict(await approve(eve, change))).toEqual([403, 'forbidden_approver']);
    expect((await approve(mia, change)).data).toMatchObject({ state: 'approved' });
    expect((await client.get('/v1/settings/four-eyes')).data).toMatchObject({ ...all, groups: false });
  });

  it('[change.settings.less] let people be known in more ways only after two have said so', async () => {
    await guard(eve, { ...all, via: ['api_key'] });
    const wider = proposedBy(await guard(eve, { ...all, via: ['api_key', 'console'] }));
    const any = proposedBy(await guard(eve, all));
    expect((await client.get<FourEyes>('/v1/settings/four-eyes')).data.via).toEqual(['api_key']);
    expect((await approve(mia, wider)).status).toBe(200);
    expect(verdict(await approve(mia, any))).toEqual([409, 'stale_change']);
    expect((await guard(eve, { ...all, via: ['console'] })).status).toBe(200);
    // Nobody who is known by an API key proposes or approves any more.
    expect(verdict(await putGroup(eve, 'finance', finance))).toEqual([403, 'forbidden']);
  });

  it.each([[['passkey']], [['token']], [['token', 'passkey']]])(
    '[change.settings.via] are refused if only people known by %j could approve, who approve nothing',
    async (via) => {
      await guard(eve);
      expect(await guard(eve, { ...all, via })).toMatchObject({
        status: 422,
        error: {
          code: 'invalid_request',
          details: [{ path: 'via', message: expect.stringContaining('api_key or console') }],
        },
      });
      const { data } = await client.get<FourEyes>('/v1/settings/four-eyes');
      expect(data).toMatchObject(all);
      expect(data).not.toHaveProperty('via');
      // A person who can approve may be known in other ways, too.
      expect((await guard(eve, { ...all, via: [...via, 'api_key'] })).status).toBe(200);
      const change = proposedBy(await putGroup(eve, 'finance', finance));
      expect((await approve(mia, change)).data).toMatchObject({ state: 'approved' });
    },
  );

  it('[change.proposer] need a named person to be lowered, as each proposal does', async () => {
    await guard(eve);
    expect(verdict(await guard(client, none))).toEqual([422, 'actor_required']);
    expect(verdict(await putGroup(client, 'finance', finance))).toEqual([422, 'actor_required']);
    expect((await client.get<Change[]>('/v1/changes')).data).toEqual([]);
  });

  it.each([{ agents: 'yes' }, { keys: true }, []])('refuse %j', async (settings) => {
    expect(verdict(await guard(eve, settings))).toEqual([422, 'invalid_request']);
  });
});

describe('[change.proposed] [change.two-actors] a guarded change', () => {
  it('takes effect when somebody else approves it', async () => {
    await guard(eve);
    const change = proposedBy(await putGroup(eve, 'finance', finance));
    expect(change).toEqual({
      id: expect.any(String),
      kind: 'groups',
      operation: 'putApproverGroup',
      target: { kind: 'approver_group', id: 'finance' },
      body: finance,
      based_on: null,
      state: 'proposed',
      proposed: { actor: 'eve', via: 'api_key' },
      created_at: expect.any(String),
    });
    expect((await groupNow()).status).toBe(404);
    for (const alone of [eve, client]) {
      expect(verdict(await approve(alone, change))).toEqual([403, 'forbidden_approver']);
    }
    const approved = await approve(mia, change);
    expect(approved.data).toMatchObject({
      state: 'approved',
      decided: { actor: 'mia', via: 'api_key' },
      result: { kind: 'approver_group', id: 'finance' },
    });
    expect((await groupNow()).data).toMatchObject({ ...finance, version: 1 });
    // To repeat an approval changes nothing, and another decision is too late.
    expect((await approve(mia, change)).data).toEqual(approved.data);
    expect(verdict(await reject(mia, change))).toEqual([409, 'change_decided']);
    expect(verdict(await approve(eve, change))).toEqual([409, 'change_decided']);
  });

  it('is every kind of change, of agents, patches, connections, policies and groups', async () => {
    const connection = { name: 'bank', base_url: 'https://bank.example', auth: { type: 'none' } };
    const { data: kept } = await client.post<Connection>('/v1/connections', { ...connection, name: 'kept' });
    const { data: agent } = await client.post<Agent>('/v1/agents', definition({ key: 'kept' }));
    await putGroup(client, 'kept', finance);
    await guard(eve);
    const patch = {
      key: 'look',
      description: 'Looks.',
      interaction: 'proposed_action',
      input_schema: { type: 'object' },
      risk: { base: 'low' },
      reliability: { idempotent: true, retry: 'none' },
    };
    const asked: [string, Promise<{ status: number; data: unknown }>][] = [
      ['publishAgent', eve.post('/v1/agents', definition({ key: 'new' }))],
      ['archiveAgent', eve.post(`/v1/agents/${agent.id}/archive`)],
      ['publishPatch', eve.post('/v1/patches', patch)],
      ['createConnection', eve.post('/v1/connections', connection)],
      ['updateConnection', send(eve, 'PATCH', `/v1/connections/${kept.id}`, { name: 'renamed' })],
      ['publishApprovalPolicy', eve.post('/v1/approval-policies', { key: 'payments', rules: [] })],
      ['putApproverGroup', putGroup(eve, 'finance', finance)],
      ['deleteApproverGroup', eve.send('DELETE', '/v1/approver-groups/kept')],
    ];
    for (const [operation, answer] of asked) {
      const change = proposedBy(await answer);
      expect([change.operation, (await approve(mia, change)).data.state]).toEqual([operation, 'approved']);
    }
    const deleted = proposedBy(await eve.send('DELETE', `/v1/connections/${kept.id}`));
    expect((await client.get(`/v1/connections/${kept.id}`)).data).toMatchObject({ name: 'renamed' });
    expect((await approve(mia, deleted)).status).toBe(200);
    expect((await client.get(`/v1/connections/${kept.id}`)).status).toBe(404);
    expect((await client.get<Agent>(`/v1/agents/${agent.id}`)).data).toHaveProperty('archived_at');
    expect((await client.get('/v1/approver-groups/kept')).status).toBe(404);
    expect((await client.get('/v1/approval-policies/payments@1')).status).toBe(200);
    expect((await client.get('/v1/patches/look@1')).status).toBe(200);
  });

  it('is refused as ever, and then not proposed; and what changes nothing needs nobody', async () => {
    await putGroup(client, 'finance', finance);
    await guard(eve);
    expect(verdict(await putGroup(eve, 'finance', { name: '', members: [] }))).toEqual([
      422,
      'invalid_request',
    ]);
    expect(verdict(await eve.send('DELETE', '/v1/approver-groups/nobody'))).toEqual([404, 'not_found']);
    const unknown = {
      key: 'payments',
      rules: [{ name: 'all', then: 'hold', stages: [{ approvals: 1, group: 'none' }] }],
    };
    expect(verdict(await eve.post('/v1/approval-policies', unknown))).toEqual([422, 'invalid_request']);
    expect((await putGroup(eve, 'finance', finance)).status).toBe(200);
    expect((await client.get<Change[]>('/v1/changes')).data).toEqual([]);
  });

  it('is proposed once, however often the same actor asks for it', async () => {
    await guard(eve);
    const first = proposedBy(await putGroup(eve, 'finance', finance));
    expect(proposedBy(await putGroup(eve, 'finance', finance))).toEqual(first);
    expect(proposedBy(await putGroup(mia, 'finance', finance)).id).not.toBe(first.id);
    const keyed = eve.with({ headers: { 'service-actor': 'eve', 'idempotency-key': 'once' } });
    const published = proposedBy(await keyed.post('/v1/agents', definition({})));
    expect(proposedBy(await keyed.post('/v1/agents', definition({})))).toEqual(published);
  });

  it('is rejected by anybody, its proposer included, and then never made', async () => {
    await guard(eve);
    const taken = proposedBy(await putGroup(eve, 'finance', finance));
    expect((await reject(eve, taken, { reason: 'A mistake' })).data).toMatchObject({
      state: 'rejected',
      decided: { actor: 'eve', reason: 'A mistake' },
    });
    expect(verdict(await approve(mia, taken))).toEqual([409, 'change_decided']);
    expect((await groupNow()).status).toBe(404);
  });
});

it('[change.once] of 50 approvals and rejections at once one counts, and the change is made once', async () => {
  await guard(eve);
  const change = proposedBy(await eve.post('/v1/agents', definition({ key: 'raced' })));
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const by = client.with({ headers: { 'service-actor': `actor ${index}` } });
      return index % 5 === 0 ? await reject(by, change) : await approve(by, change);
    }),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const lost = answers.filter(({ status }) => status !== 200).map(verdict);
  expect(lost).toEqual(Array.from({ length: 49 }, () => [409, 'change_decided']));
  const { data: agents } = await client.get<Agent[]>('/v1/agents?key=raced');
  expect(agents).toHaveLength(won[0]?.data.state === 'approved' ? 1 : 0);
});

describe('[change.stale] a change whose ground has moved', () => {
  it('is not made, says why, and still waits', async () => {
    await putGroup(client, 'finance', finance);
    await guard(eve);
    const one = proposedBy(await putGroup(eve, 'finance', { ...finance, members: ['eve'] }));
    const other = proposedBy(await putGroup(eve, 'finance', { ...finance, members: ['mia'] }));
    expect((await approve(mia, one)).status).toBe(200);
    const stale = await approve(mia, other);
    expect(verdict(stale)).toEqual([409, 'stale_change']);
    expect(stale.error?.details).toMatchObject({ code: 'changed_meanwhile' });
    expect((await groupNow()).data.members).toEqual(['eve']);
    expect((await client.get(`/v1/changes/${other.id}`)).data).toMatchObject({ state: 'proposed' });
  });

  it('is not made if it would be refused by now', async () => {
    await putGroup(client, 'finance', finance);
    await guard(eve, { policies: true });
    const stages = [{ approvals: 2, group: 'finance' }];
    const rules = [{ name: 'all', then: 'hold', stages }];
    const change = proposedBy(await eve.post('/v1/approval-policies', { key: 'payments', rules }));
    await putGroup(client, 'finance', { ...finance, members: ['eve'] });
    const stale = await approve(mia, change);
    expect(verdict(stale)).toEqual([409, 'stale_change']);
    expect(stale.error?.details).toMatchObject({ code: 'invalid_request' });
    expect((await client.get('/v1/approval-policies/payments@1')).status).toBe(404);
  });
});

it('[change.secrets] a proposed connection has its secrets encrypted, and once it is approved they are its own', async () => {
  await guard(eve);
  const auth = { type: 'bearer', token: 'secret-7713' };
  const connection = {
    name: 'bank',
    base_url: 'https://bank.example',
    auth,
    headers: { 'X-Key': 'secret-7714' },
    trace_context: true,
  };
  const change = proposedBy(await eve.post('/v1/connections', connection));
  expect(change.body).toMatchObject({ name: 'bank', auth: { type: 'bearer' }, header_names: ['X-Key'] });
  expect(change.body).toHaveProperty('trace_context', true);
  expect(await documentsWith(service.db, 'secret-77')).toEqual(new Map());
  const { data } = await approve(mia, change);
  expect((await client.get(`/v1/connections/${data.result?.id}`)).data).toMatchObject({
    name: 'bank',
    auth: { type: 'bearer' },
    header_names: ['X-Key'],
    trace_context: true,
  });
  expect(await service.db.proposed_changes.findOne({ _id: change.id })).not.toHaveProperty('sealed');
  const rejected = proposedBy(await eve.post('/v1/connections', { ...connection, name: 'other' }));
  await reject(mia, rejected);
  expect(await service.db.proposed_changes.findOne({ _id: rejected.id })).not.toHaveProperty('sealed');
});

it('[change.list] changes are listed by state and kind, newest first', async () => {
  await guard(eve);
  const group = proposedBy(await putGroup(eve, 'finance', finance));
  const agent = proposedBy(await eve.post('/v1/agents', definition({})));
  await approve(mia, group);
  const listed = async (query: string) =>
    (await client.get<Change[]>(`/v1/changes${query}`)).data.map(({ id }) => id);
  expect(await listed('')).toEqual([agent.id, group.id]);
  expect(await listed('?state=proposed')).toEqual([agent.id]);
  expect(await listed('?kind=groups')).toEqual([group.id]);
  expect(await listed('?kind=groups&state=rejected')).toEqual([]);
  const { client: stranger } = await service.workspace();
  expect((await stranger.get<Change[]>('/v1/changes')).data).toEqual([]);
  const asStranger = stranger.with({ headers: { 'service-actor': 'mia' } });
  expect(verdict(await approve(asStranger, agent))).toEqual([404, 'not_found']);
});

it('[change.audited] the audit log tells of a change, and what it made names it', async () => {
  await guard(eve);
  const change = proposedBy(await putGroup(eve, 'finance', finance));
  await approve(mia, change);
  const entries = await service.db.audit_entries
    .find({ 'details.change_id': change.id })
    .project({ type: 1, actor: 1 })
    .toArray();
  expect(entries).toMatchObject([{ type: 'approver_group.changed', actor: 'mia' }]);
  const told = await service.db.audit_entries.find({ 'target.id': change.id }).sort({ _id: 1 }).toArray();
  expect(told.map(({ type, actor }) => [type, actor])).toEqual([
    ['change.proposed', 'eve'],
    ['change.approved', 'mia'],
  ]);
});
