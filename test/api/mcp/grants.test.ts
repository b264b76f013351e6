import { beforeAll, describe, expect, it } from 'vitest';
import type { McpGrant } from '#contract/grant.ts';
import { newId } from '#store/mongo/ids.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { erase, erased } from '../../support/erasures.ts';
import {
  authorize,
  connect,
  mcpTarget,
  refresh,
  register,
  type RegisteredClient,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { signToken } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';
import { walk } from '../../support/walk.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
let target: Target;
let client: RegisteredClient;
beforeAll(async () => {
  target = await mcpTarget(service);
  client = await register(service.baseUrl, { client_name: 'Claude' });
});

const list = async (subject: string, of = target) =>
  (await of.workspace.client.get<McpGrant[]>(`/v1/mcp/grants?subject=${subject}`)).data;
const revoke = async (id: string, of = target) =>
  await of.workspace.client.send<{ id: string; revoked_at: string }>('DELETE', `/v1/mcp/grants/${id}`);
const works = async (token: string) =>
  (await service.accessTokens.verify(token, target.resource)) !== undefined;

describe('the list', () => {
  it('[mcp.grant.fields] [mcp.grant.last-authorized] shows who allowed what to whom, and when a token was last issued', async () => {
    const before = Date.now();
    const { refresh_token, access_token } = await connect(target, client, { sub: 'ada', scope: 'read' });
    const [grant] = await list('ada');
    expect(grant).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      subject_ref: 'ada',
      scopes: ['read'],
      agent: { public_id: target.agentId, name: target.agentName },
      client: { id: client.client_id, name: 'Claude', redirect_host: '127.0.0.1:41234' },
      created_at: expect.any(String),
      last_authorized_at: expect.any(String),
    });
    expect(Date.parse(grant?.last_authorized_at ?? '')).toBeGreaterThanOrEqual(before - 1000);
    await works(access_token);
    expect(await list('ada')).toEqual([grant]);
    await refresh(service.baseUrl, client, refresh_token);
    const [later] = await list('ada');
    expect(Date.parse(later?.last_authorized_at ?? '')).toBeGreaterThan(
      Date.parse(grant?.last_authorized_at ?? ''),
    );
    expect(later).toEqual({ ...grant, last_authorized_at: later?.last_authorized_at });
  });

  it('[mcp.grant.last-authorized] it is null before any token was issued', async () => {
    await authorize(target, client, { sub: 'slow' });
    expect(await list('slow')).toEqual([expect.objectContaining({ last_authorized_at: null })]);
  });

  it('[mcp.grant.one-per-combination] connecting again updates the grant; another client or agent is another one', async () => {
    await connect(target, client, { sub: 'bob', scope: 'read' });
    const [first] = await list('bob');
    await connect(target, client, { sub: 'bob', scope: 'read write' });
    const [again, ...others] = await list('bob');
    expect(others).toEqual([]);
    expect(again).toEqual({
      ...first,
      scopes: ['read', 'write'],
      last_authorized_at: again?.last_authorized_at,
    });
    await connect(target, await register(service.baseUrl), { sub: 'bob' });
    const agent = await publishScripted(target.workspace.client, { key: 'second' });
    await connect({ ...target, resource: `${service.baseUrl}/mcp/${agent.id}` }, client, { sub: 'bob' });
    expect(await list('bob')).toHaveLength(3);
  });

  it('[mcp.grant.one-per-combination] ten connections at the same time make one', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => await connect(target, client, { sub: 'many' })));
    expect(await list('many')).toHaveLength(1);
  });

  it('[mcp.grant.list] [mcp.grant.list.by-subject] is of one workspace, newest first, in pages', async () => {
    const own = await mcpTarget(service);
    for (const sub of ['a', 'b', 'a']) await connect(own, await register(service.baseUrl), { sub });
    const pages = await walk<McpGrant>(own.workspace.client, '/v1/mcp/grants?limit=2');
    const all = pages.flatMap(({ data }) => data);
    expect(pages.map(({ data }) => data.length)).toEqual([2, 1]);
    expect(all.map(({ subject_ref }) => subject_ref)).toEqual(['a', 'b', 'a']);
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    expect((await list('b', own)).map(({ subject_ref }) => subject_ref)).toEqual(['b']);
    expect(await list('nobody', own)).toEqual([]);
    const { status, error } = await own.workspace.client.get('/v1/mcp/grants?subjects=a');
    expect([status, error.code]).toEqual([422, 'invalid_request']);
  });

  it('[mcp.grant.api-key-only] takes an API key alone', async () => {
    const { client: owner } = target.workspace;
    const direct = owner.with({ apiKey: await signToken(target.signer) });
    const [grant] = await list('ada');
    for (const [caller, expected] of [
      [direct, [403, 'forbidden']],
      [owner.with({ apiKey: 'sk_wrong' }), [401, 'unauthorized']],
    ] as const) {
      expect(verdict(await caller.get('/v1/mcp/grants'))).toEqual(expected);
      expect(verdict(await caller.send('DELETE', `/v1/mcp/grants/${grant?.id}`))).toEqual(expected);
    }
    expect(await list('ada')).toHaveLength(1);
  });

  it('[mcp.grant.no-credit-gate] listing and revoking need no credits', async () => {
    const own = await mcpTarget(service);
    await connect(own, client);
    await service.db.accounts.updateOne({ _id: own.workspace.id }, { $set: { balance: 0 } });
    const [grant] = await list('ada', own);
    expect((await revoke(grant?.id ?? '', own)).status).toBe(200);
  });
});

describe('[mcp.grant.revoke] revoking', () => {
  it('ends every token of the grant at once, on every process, and tells when', async () => {
    const [one, two] = [
      await connect(target, client, { sub: 'eve' }),
      await connect(target, client, { sub: 'eve' }),
    ];
    const stays = await connect(target, client, { sub: 'stays' });
    const [grant] = await list('eve');
    const { status, data } = await revoke(grant?.id ?? '');
    expect([status, data]).toEqual([200, { id: grant?.id, revoked_at: expect.any(String) }]);
    for (const { access_token, refresh_token } of [one, two]) {
      expect(await works(access_token)).toBe(false);
      expect((await refresh(service.baseUrl, client, refresh_token)).body['error']).toBe('invalid_grant');
    }
    expect(await list('eve')).toEqual([]);
    expect(await works(stays.access_token)).toBe(true);
  });

  it('holds although its process was killed right after it', async () => {
    const { access_token, refresh_token } = await connect(target, client, { sub: 'killed' });
    const [grant] = await list('killed');
    const marked = {
      $set: { revoked_at: new Date() },
      $unset: { active: '' as const },
    };
    await service.db.mcp_grants.updateOne({ _id: grant?.id ?? '' }, marked);
    expect(await works(access_token)).toBe(false);
    expect((await refresh(service.baseUrl, client, refresh_token)).body['error']).toBe('invalid_grant');
  });

  it('[mcp.grant.revoke.unknown] is 404 for a grant that is unknown, of another workspace, or revoked', async () => {
    await connect(target, client, { sub: 'twice' });
    const [grant] = await list('twice');
    const stranger = await mcpTarget(service);
    for (const answer of [
      await revoke(newId()),
      await revoke('grant'),
      await revoke(grant?.id ?? '', stranger),
    ]) {
      expect(verdict(answer)).toEqual([404, 'not_found']);
    }
    expect((await revoke(grant?.id ?? '')).status).toBe(200);
    expect(verdict(await revoke(grant?.id ?? ''))).toEqual([404, 'not_found']);
  });

  it('is followed by a new grant if the subject consents again', async () => {
    await connect(target, client, { sub: 'back' });
    const [first] = await list('back');
    await revoke(first?.id ?? '');
    const { access_token } = await connect(target, client, { sub: 'back' });
    const [second] = await list('back');
    expect(second?.id).not.toBe(first?.id);
    expect(await works(access_token)).toBe(true);
  });
});

it('[erasure.everything] erasing a subject ends and erases its grants, and all that was issued for them', async () => {
  const { access_token, refresh_token } = await connect(target, client, { sub: 'gone' });
  const { access_token: other } = await connect(target, client, { sub: 'here' });
  const { data } = await erase(target.workspace.client, 'gone');
  await erased(target.workspace.client, data.id);
  expect(await works(access_token)).toBe(false);
  expect((await refresh(service.baseUrl, client, refresh_token)).body['error']).toBe('invalid_grant');
  const { mcp_grants, oauth_authorizations, oauth_tokens, oauth_interactions } = service.db;
  const of = { workspace_id: target.workspace.id, subject_ref: 'gone' };
  for (const collection of [mcp_grants, oauth_authorizations, oauth_tokens, oauth_interactions]) {
    expect(await (collection as typeof mcp_grants).countDocuments(of)).toBe(0);
  }
  expect(await works(other)).toBe(true);
});

it('[mcp.grant.archived-agent] archiving an agent refuses new connections, and lets those that exist go on', async () => {
  const agent = await publishScripted(target.workspace.client, { key: 'retired' });
  const of = { ...target, resource: `${service.baseUrl}/mcp/${agent.id}` };
  const { refresh_token } = await connect(of, client, { sub: 'loyal' });
  await target.workspace.client.post(`/v1/agents/${agent.id}/archive`);
  const { body } = await refresh(service.baseUrl, client, refresh_token);
  expect(await service.accessTokens.verify(String(body['access_token']), of.resource)).toBeDefined();
  await expect(connect(of, client, { sub: 'late' })).rejects.toThrow('the browser was not asked to sign in');
});
