import { expect, it } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { oauthRoutes } from '#api/oauth/mount.ts';
import { newAgentId, newId } from '#store/mongo/ids.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace({ subject: 'ada' })).client);

it('[version.prefix] every endpoint is under /v1, except those whose addresses a standard decides', () => {
  expect(endpoints.filter(({ path }) => !path.startsWith('/v1/'))).toEqual([]);
  expect(oauthRoutes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'get /.well-known/jwks.json',
    'get /.well-known/oauth-authorization-server',
    'get /.well-known/oauth-protected-resource',
    'get /.well-known/oauth-protected-resource/mcp/{agent_id}',
    'get /.well-known/openid-configuration',
    'get /mcp/approvals/{agent_id}/{run_id}/{tool_call_id}',
    'get /mcp/approvals/{uid}',
    'get /mcp/login/return',
    'get /mcp/login/{uid}',
    'get /oauth/authorize',
    'get /oauth/authorize/{uid}',
    'get /oauth/jwks',
    'post /mcp/approvals/{uid}',
    'post /mcp/login/{uid}',
    'post /oauth/introspect',
    'post /oauth/register',
    'post /oauth/revoke',
    'post /oauth/token',
  ]);
});

it('[envelope.status-200] a POST that makes a resource is 201, one that only accepts work 202, all else 200', () => {
  const of = (status: number) =>
    endpoints.filter((each) => each.status === status).map(({ method, path }) => `${method} ${path}`);
  expect(of(201).toSorted()).toEqual([
    'post /v1/agents',
    'post /v1/api-keys',
    'post /v1/approval-policies',
    'post /v1/connections',
    'post /v1/loom/threads',
    'post /v1/passkeys',
    'post /v1/patches',
    'post /v1/payees',
    'post /v1/signing-keys',
    'post /v1/webhook-endpoints',
    'put /v1/approver-groups/{key}',
    'put /v1/budgets',
  ]);
  expect(of(202).toSorted()).toEqual([
    'delete /v1/subjects/{subject_ref}',
    'post /v1/loom/runs/{id}/cancel',
    'post /v1/loom/runs/{id}/confirm',
    'post /v1/loom/runs/{id}/outcome',
    'post /v1/loom/runs/{id}/revise',
    'post /v1/loom/runs/{id}/withdraw',
    'post /v1/loom/threads/{thread_id}/messages',
  ]);
  expect(of(200).length).toBe(endpoints.length - 19);
});

it.each(['/agents', '/loom/threads', '/v2/agents', '/V1/agents'])(
  '[version.prefix] nothing of it is at %s',
  async (path) => {
    expect(verdict(await client.get(path))).toEqual([404, 'not_found']);
  },
);

it.each([
  '/v1',
  '/v1/',
  '/v1/nothing',
  '/v1/agents/a/b/c',
  '/v1/loom',
  '//v1/agents',
  '/v1/AGENTS',
  '/%',
  '/v1/%zz',
  '/v1/loom/threads/%',
])('[route.unknown-path] there is nothing at %s', async (path) => {
  const answer = await client.get(path);
  expect(verdict(answer)).toEqual([404, 'not_found']);
  expect(answer.headers.get('request-id')).not.toBeNull();
});

it.each([
  ['DELETE', '/v1/agents', 'POST, GET, HEAD'],
  ['PUT', `/v1/agents/${newAgentId()}`, 'GET, HEAD'],
  ['PATCH', `/v1/agents/${newAgentId()}`, 'GET, HEAD'],
  ['GET', `/v1/agents/${newAgentId()}/archive`, 'POST'],
  ['PUT', '/v1/loom/threads', 'POST, GET, HEAD'],
  ['DELETE', `/v1/loom/threads/${newId()}`, 'GET, HEAD, PATCH'],
  ['PUT', `/v1/loom/threads/${newId()}/messages`, 'POST, GET, HEAD'],
  ['POST', '/v1/loom/runs', 'GET, HEAD'],
  ['POST', `/v1/loom/runs/${newId()}`, 'GET, HEAD'],
  ['OPTIONS', `/v1/loom/runs/${newId()}/trace`, 'GET, HEAD'],
  // Another path would take the last part for an id.
  ['DELETE', '/v1/passkeys/options', 'POST'],
  ['OPTIONS', '/v1/passkeys/options', 'POST'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['DELETE', '/readyz', 'GET, HEAD'],
])('[route.wrong-method] %s %s is refused, and told what is possible', async (method, path, allow) => {
  const answer = await client.send(method, path);
  expect(verdict(answer)).toEqual([405, 'method_not_allowed']);
  expect(answer.headers.get('allow')).toBe(allow);
});

it('what can be got can be asked for its headers alone', async () => {
  for (const path of ['/v1/agents', '/healthz', '/readyz']) {
    const asked = async () => {
      const { status, body } = await client.send('HEAD', path);
      return [status, body];
    };
    // Servers that are busy with other tests may answer too late for a probe.
    await expect.poll(asked).toEqual([200, {}]);
  }
});

it.each([
  'null',
  '%00',
  '..%2F..',
  '$ne',
  'a'.repeat(2000),
  newId().slice(1),
  newId().toUpperCase(),
  newId().replaceAll('-', ''),
  `${newId()}%0A`,
])('[id.malformed-in-path] %s names no thread, run or agent', async (id) => {
  for (const [path, noun] of [
    [`/v1/loom/threads/${id}`, 'thread'],
    [`/v1/loom/threads/${id}/messages`, 'thread'],
    [`/v1/loom/runs/${id}`, 'run'],
    [`/v1/loom/runs/${id}/trace`, 'run'],
    [`/v1/agents/${id}`, 'agent'],
  ]) {
    const answer = await client.get(path as string);
    expect(verdict(answer)).toEqual([404, 'not_found']);
    expect(answer.error.message).toBe(`No ${noun} with that id.`);
  }
  const posted = await client.post(`/v1/loom/threads/${id}/messages`, { content: 'Hello' });
  expect(verdict(posted)).toEqual([404, 'not_found']);
  expect(verdict(await client.post(`/v1/agents/${id}/archive`))).toEqual([404, 'not_found']);
});

it.each([newAgentId().toUpperCase(), newAgentId().slice(0, -1), `agent_${newId()}`])(
  '[id.malformed-in-path] %s names no agent',
  async (id) => {
    expect(verdict(await client.get(`/v1/agents/${id}`))).toEqual([404, 'not_found']);
  },
);
