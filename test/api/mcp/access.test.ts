import { describe, expect, it } from 'vitest';
import type { Thread } from '#contract/thread.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { converse, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { type Revision, revisions, ToolError } from '../../support/mcp/clients.ts';
import { CountedLimiter } from '../../support/mcp/counted-limiter.ts';
import { payment, startMcpService } from '../../support/mcp/mcp-service.ts';
import { rpc, sendRaw } from '../../support/mcp/raw.ts';
import { perFile } from '../../support/per-file.ts';

const toolLimiter = new CountedLimiter('tool calls that wait', {
  subject: 100,
  workspace: 100,
  address: 100,
});
const mcp = perFile(() => startMcpService({ services: { toolLimiter } }));
const list = rpc('tools/list');
const metadataUrl = () =>
  `${new URL(mcp.urlOf()).origin}/.well-known/oauth-protected-resource/mcp/${mcp.agent.id}`;

/** The code of the tool error that a call ends with. */
async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ToolError)) throw new Error('no tool error', { cause: error });
  return error.code;
}

describe('a client without a valid token', () => {
  it('[mcp.server.challenge] is told where to be authorized, and for which scopes', async () => {
    const { status, headers, message } = await sendRaw(mcp.urlOf(), { body: list });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${metadataUrl()}", scope="read write"`,
    );
    expect(message).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32000, message: expect.any(String), data: { code: 'unauthorized' } },
    });
    expect(headers.get('request-id')).toEqual(expect.any(String));
    expect(headers.get('ratelimit-limit')).toEqual(expect.any(String));
  });

  it.each(['GET', 'DELETE', 'POST'])('[mcp.server.challenge] is told so for %s', async (method) => {
    const { status, headers } = await sendRaw(mcp.urlOf(), { method, token: 'stolen' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('[mcp.oauth.resource] is refused with the token of another agent', async () => {
    const other = await publishScripted(mcp.owner.client, { key: 'other' });
    const token = mcp.grant({ agent_id: other.id });
    expect((await sendRaw(mcp.urlOf(), { token, body: list })).status).toBe(401);
    expect((await sendRaw(mcp.urlOf(other.id), { token, body: list })).status).toBe(200);
  });

  it('is refused with an expired token, and with an API key', async () => {
    const expired = mcp.grant({ expires_at: new Date(Date.now() - 1) });
    expect((await sendRaw(mcp.urlOf(), { token: expired, body: list })).status).toBe(401);
    expect((await sendRaw(mcp.urlOf(), { token: mcp.owner.apiKey, body: list })).status).toBe(401);
  });

  it('cannot tell an agent that exists from one that does not', async () => {
    const unknown = await sendRaw(mcp.urlOf(`agent_${'0'.repeat(32)}`), { body: list });
    expect(unknown.status).toBe(401);
    expect((await sendRaw(mcp.urlOf('support'), { body: list })).status).toBe(404);
  });
});

describe.each(revisions)('[mcp.server.write-tools] a grant to read only, with a client of %s', (revision) => {
  it('has no tools that decide, and is told who can', async () => {
    const client = await mcp.client({ revision, token: mcp.grant({ scopes: ['read'] }) });
    expect((await client.tools()).map(({ name }) => name)).toEqual(['send_message', 'get_run']);
    const held = await client.call('send_message', { message: payment });
    expect(held.next).toContain('scope write');
  });

  it('[mcp.server.step-up] is refused with the scopes to ask for when it decides all the same', async () => {
    const token = mcp.grant({ scopes: ['read'] });
    const args = { run_id: mcp.tokens.accessOf(token).grant_id, tool_call_id: '', decision: 'approve' };
    const client = await mcp.client({ revision, token });
    await expect(client.call('confirm', args)).rejects.toThrow('scope');
    for (const name of ['confirm', 'report_outcome']) {
      const body = rpc('tools/call', { name, arguments: args });
      const { status, headers, message } = await sendRaw(mcp.urlOf(), { token, body });
      expect([status, message.error?.data]).toEqual([403, { code: 'insufficient_scope' }]);
      expect(headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", resource_metadata="${metadataUrl()}", scope="read write"`,
      );
    }
  });
});

describe('[mcp.server.own-conversations] a grant', () => {
  it('sees neither runs nor conversations of other grants, and none that were started otherwise', async () => {
    const api = mcp.owner.client.as('ada');
    const thread = await startThread(api, mcp.agent.id);
    const run = await converse(api, thread, 'Hello');
    const others = [
      { run_id: run.id, thread_id: thread },
      await (await mcp.client()).call('send_message', { message: payment }),
      await (
        await mcp.client({ token: mcp.grant({ subject_ref: 'bob' }) })
      ).call('send_message', { message: payment }),
    ];
    const client = await mcp.client();
    for (const { run_id, thread_id } of others) {
      expect(await codeOf(client.call('get_run', { run_id }))).toBe('not_found');
      expect(await codeOf(client.call('send_message', { message: 'Hello', thread_id }))).toBe('not_found');
      const decision = { run_id, tool_call_id: run_id, decision: 'approve' };
      expect(await codeOf(client.call('confirm', decision))).toBe('not_found');
      const outcome = { run_id, tool_call_id: run_id, state: 'occurred' };
      expect(await codeOf(client.call('report_outcome', outcome))).toBe('not_found');
    }
  });

  it('has conversations that its subject and its workspace see, too', async () => {
    const { thread_id } = await (await mcp.client()).call('send_message', { message: 'Hello' });
    const { data } = await mcp.owner.client.as('ada').get<Thread>(`/v1/loom/threads/${thread_id}`);
    expect(data).toMatchObject({ title: 'Hello', subject_ref: 'ada', agent: { id: mcp.agent.id } });
  });
});

describe('[mcp.server.revoked] revoking a grant', () => {
  it('ends waiting calls at once, of clients of any revision, and the runs go on', async () => {
    const release = mcp.holdHost();
    const endWaiting = async (revision: Revision): Promise<string> => {
      const token = mcp.grant();
      const client = await mcp.client({ revision, token });
      const message = '/call note {}\n---\n/say Late';
      const { run_id } = await client.call('send_message', { message, wait: 0 });
      const { taken } = toolLimiter;
      const waiting = codeOf(client.call('get_run', { run_id, wait: 30 }));
      const waits = () => toolLimiter.taken > taken;
      await waitUntil(waits, { timeoutMs: 60_000, everyMs: 5, what: 'the call waits' });
      mcp.tokens.revoke(token);
      expect(await waiting).toBe('unauthorized');
      await expect(client.call('get_run', { run_id })).rejects.toThrow('token');
      return run_id;
    };
    const runs: string[] = [];
    for (const revision of ['2026-07-28', 'sdk-1'] as const) runs.push(await endWaiting(revision));
    release();
    for (const run of runs) {
      expect((await settled(mcp.owner.client.as('ada'), run)).message?.content).toBe('Late');
    }
  });

  it('leaves the grants of other clients alone', async () => {
    const [token, other] = [mcp.grant(), mcp.grant({ client_name: 'Another' })];
    mcp.tokens.revoke(token);
    expect((await sendRaw(mcp.urlOf(), { token, body: list })).status).toBe(401);
    expect((await sendRaw(mcp.urlOf(), { token: other, body: list })).status).toBe(200);
  });
});

it('a call waits no longer than its token is valid, and then tells how far the run is', async () => {
  const release = mcp.holdHost();
  const token = mcp.grant();
  // A wait ends two seconds before its token does: whenever the call arrives, it has a second left.
  Object.defineProperty(mcp.tokens.accessOf(token), 'expires_at', {
    get: () => new Date(Date.now() + 3000),
  });
  const body = rpc('tools/call', {
    name: 'send_message',
    arguments: { message: '/call note {}' },
  });
  const { message } = await sendRaw(mcp.urlOf(), { token, body });
  expect(message.result?.['structuredContent']).toMatchObject({ state: 'running' });
  release();
});
