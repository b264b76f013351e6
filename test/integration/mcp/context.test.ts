import { beforeAll, beforeEach, expect, it } from 'vitest';
import { CookieBrowser } from '#tools/dev/browser/cookie-browser.ts';
import { settled } from '#clients/raw/conversation.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { connect as connectClient } from '../../support/mcp/clients.ts';
import {
  authorizeUrl,
  connect,
  mcpTarget,
  pkce,
  register,
  signIn,
  type Target,
} from '../../support/mcp/oauth-flow.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);
beforeEach(() => void (host.calls.length = 0));
let target: Target;

const text = { type: 'string' };

beforeAll(async () => {
  const base = await mcpTarget(service);
  const pay = actingPatch('pay', {
    input_schema: { type: 'object', properties: { to: text, from: text }, required: ['to', 'from'] },
    fill: { '/from': 'account_id' },
    request: { method: 'POST', path: '/payments', body: { to: '{{to}}', from: '{{from}}' } },
  });
  const agent = await publishActing(base.workspace.client, host, [pay], {
    context: { schema: { type: 'object', properties: { account_id: text } } },
  });
  target = { ...base, agentId: agent.id, agentName: agent.name, resource: `${base.baseUrl}/mcp/${agent.id}` };
});

/** Pays with a client that was connected by a session token with a context. */
async function pay(client: Awaited<ReturnType<typeof connected>>): Promise<void> {
  const { run_id } = await client.call('send_message', { message: '/call pay {"to":"Bo"}', wait: 5 });
  await settled(target.workspace.client.as('ada'), run_id);
}

async function connected(registered: Awaited<ReturnType<typeof register>>, account_id?: string) {
  const context = account_id === undefined ? {} : { context: { account_id } };
  const { access_token: token } = await connect(target, registered, { sub: 'ada', ...context });
  return await connectClient('2026-07-28', { url: target.resource, token });
}

it('[mcp.login.context] what the login bridge vouches for is the context of the messages of that client, until it is connected again', async () => {
  const registered = await register(service.baseUrl);
  const first = await connected(registered, 'acc_1');
  await pay(first);
  await pay(first);
  const again = await connected(registered, 'acc_2');
  await pay(again);
  expect(host.calls.map(({ body }) => body)).toEqual(
    ['acc_1', 'acc_1', 'acc_2'].map((from) => ({ to: 'Bo', from })),
  );
  await Promise.all([first.close(), again.close()]);
});

it('[mcp.login.context] without the claim, a call that needs a value is not made', async () => {
  const client = await connected(await register(service.baseUrl));
  await pay(client);
  expect(host.calls).toEqual([]);
  await client.close();
});

it.each([{ plan: 'gold' }, { account_id: 'a'.repeat(1001) }, { account_id: { of: 'Ada' } }, 'acc_1'])(
  '[mcp.login.context] a context that the agent does not take signs nobody in: %j',
  async (context) => {
    const browser = new CookieBrowser();
    const url = authorizeUrl(target, await register(service.baseUrl), pkce().challenge);
    const asked = signIn(browser, target, url, { sub: 'ada', context });
    await expect(asked).rejects.toThrow(/403/);
  },
);
