import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { McpGrant } from '#contract/grant.ts';
import type { ToolRun } from '#contract/mcp-tools.ts';
import { callsOf } from '../../support/acting-run.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { BrowsingProvider } from '../../support/mcp/browsing-provider.ts';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import { question } from '../../support/mcp/mcp-service.ts';
import { decideOn, mcpTarget, redirectUri, signIn } from '../../support/mcp/oauth-flow.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const payment = '/call pay {"amount": 5}\n---\n/say Paid: {{last}}';

const service = sharedService();
const host = perFile(startHost);
const target = perFile(async () => await mcpTarget(service));

/** The user signs in as Ada and approves. */
async function approve(authorizationUrl: URL): Promise<URL> {
  const browser = new CookieBrowser();
  const asked = await signIn(browser, target, authorizationUrl.href, { sub: 'ada' });
  return await decideOn(browser, asked, 'approve');
}

/** Does something that needs the user, who is sent to a browser, and then does it again. */
async function withUser<Result>(
  provider: BrowsingProvider,
  transport: () => StreamableHTTPClientTransport,
  work: () => Promise<Result>,
): Promise<Result> {
  await expect(work()).rejects.toThrow(UnauthorizedError);
  const { searchParams } = (await provider.callback) ?? new URL('about:blank');
  await transport().finishAuth(searchParams);
  return await work();
}

it('[mcp.oauth.clients] [mcp.server.send-message] [mcp.server.step-up] [mcp.server.revoked] the official client does it all: discovery, registration, a browser, a conversation, a refresh, a step-up, and it loses its access', async () => {
  // The SDK reports the refusal at the end.
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warnings.mockRestore());
  const { client: owner } = target.workspace;
  const pay = actingPatch('pay', {
    wired: { gate: 'confirm' },
    request: { method: 'POST', path: '/pay', body: { amount: '{{amount}}' } },
  });
  const agent = await publishActing(owner, host, [pay]);
  const agentUrl = new URL(`${service.baseUrl}/mcp/${agent.id}`);
  const scopes = ['read', 'read write'];
  const provider = new BrowsingProvider(redirectUri, async (url) => {
    // As if the client asked for little at first.
    url.searchParams.set('scope', scopes.shift() ?? 'read write');
    return await approve(url);
  });
  let transport = new StreamableHTTPClientTransport(agentUrl, { authProvider: provider });
  let client = new Client({ name: 'official', version: '1' });
  const connect = async () => {
    client = new Client({ name: 'official', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const next = new StreamableHTTPClientTransport(agentUrl, { authProvider: provider });
    transport = next;
    await client.connect(next);
  };
  const ask = async (name: string, args: object): Promise<ToolRun> =>
    (await client.callTool({ name, arguments: { ...args } })).structuredContent as ToolRun;
  // A tool waits for half a minute.
  const call = async (name: string, args: object): Promise<ToolRun> => {
    let run = await ask(name, args);
    while (run.state === 'running') run = await ask('get_run', { run_id: run.run_id, wait: 30 });
    return run;
  };

  // It knows only the address: everything else is discovered from the 401.
  await withUser(provider, () => transport, connect);
  const grants = async () => (await owner.get<McpGrant[]>('/v1/mcp/grants')).data;
  expect(await grants()).toMatchObject([
    { subject_ref: 'ada', scopes: ['read'], client: { name: 'Official client' } },
  ]);

  const asked = await call('send_message', { message: question({ question: 'Which account?' }) });
  expect(asked.pending?.kind).toBe('question');
  expect((await call('send_message', { message: 'The first' })).reply).toBe('Heard: {"answer":"The first"}');

  // The access token expires, and the client refreshes it without its user.
  const { access_token } = provider.issued ?? {};
  await service.db.oauth_tokens.updateMany({ kind: 'AccessToken' }, { $set: { expires_at: new Date(0) } });
  const held = await call('send_message', { message: payment });
  expect([held.thread_id, held.pending?.kind]).toEqual([asked.thread_id, 'confirmation']);
  expect(provider.issued?.access_token).not.toBe(access_token);
  expect(provider.sentTo).toBe(1);

  // To decide, the client needs more than it was granted, and asks its user.
  const [grant] = await grants();
  const decision = { run_id: held.run_id, tool_call_id: held.pending?.tool_call_id, decision: 'approve' };
  expect(host.calls).toEqual([]);
  const done = await withUser(
    provider,
    () => transport,
    async () => await call('confirm', decision),
  );
  expect([done.state, done.reply]).toEqual(['closed', 'Paid: {"ok":true}']);
  expect(host.calls.map(({ body }) => body)).toEqual([{ amount: 5 }]);
  const [paid] = (await callsOf(owner.as('ada'), held.run_id)).filter(({ gate }) => gate === 'confirm');
  expect(paid?.decision).toMatchObject({ actor: 'ada', client: { name: 'Official client' } });
  expect(paid?.decision?.credential).toEqual({ kind: 'mcp_grant', id: paid?.decision?.client?.grant_id });
  expect(provider.sentTo).toBe(2);
  expect((await grants()).map((each) => [each.id, each.scopes])).toEqual([[grant?.id, ['read', 'write']]]);

  // Once the grant is revoked, neither token works, and the user would have to approve again.
  await owner.send('DELETE', `/v1/mcp/grants/${grant?.id}`);
  await expect(call('get_run', { run_id: held.run_id })).rejects.toThrow(UnauthorizedError);
  expect(provider.sentTo).toBe(3);
  await provider.callback;
  await client.close();
});
