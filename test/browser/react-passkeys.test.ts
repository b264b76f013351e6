import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Passkey } from '#contract/passkey.ts';
import type { Run } from '#contract/run.ts';
import { serve } from '../../examples/react-chat/serve.ts';
import { callsOf } from '../support/acting-run.ts';
import { definition } from '../support/agents.ts';
import { ApiClient } from '../support/api-client.ts';
import { type ChatBackend, newest, openChat, say, startChatSite } from '../support/chat-page.ts';
import { perFile } from '../support/per-file.ts';
import { publishPolicy } from '../support/policies.ts';
import { signToken } from '../support/session-tokens.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';

const user = 'demo-user';
const clientOf = ({ baseUrl, apiKey }: ChatBackend) => new ApiClient(baseUrl, { apiKey });

/** A customer's page at an origin of its own, whose payments wait for a decision that a passkey has signed. */
const example = perFile(
  async () =>
    await startChatSite(async (backend) => {
      const client = clientOf(backend);
      const stages = [{ approvals: 1, via: ['passkey'] }];
      await publishPolicy(client, { rules: [{ name: 'all', then: 'hold', stages }] });
      const gate = { type: 'policy', policy: 'payments' };
      const { data: agent } = await client.post<Agent>(
        '/v1/agents',
        definition({ key: 'signed', patches: [{ ref: 'send_payment@1', gate }], connection: 'demo' }),
      );
      const site = await serve({ ...backend, agentId: agent.id }, 0);
      const { port } = new URL(site.url);
      const origin = `http://localhost:${port}`;
      const settings = { rp_id: 'localhost', origins: [origin] };
      const { status } = await client.send('PUT', '/v1/settings/passkeys', { json: settings });
      if (status !== 200) throw new Error(`the settings were answered with ${status}`);
      return { ...site, url: `${origin}/` };
    }),
);

/** Adds a passkey of the user at the page, as the page of a customer does. */
async function enrol(page: Page): Promise<Passkey> {
  const { kid, algorithm, secret } = example.backend.signingKey;
  const key = { kid, algorithm: algorithm as 'HS256', key: new TextEncoder().encode(secret) };
  const token = await signToken(key, { sub: user, actor: user });
  return await page.evaluate<Passkey>(`(async () => {
    const headers = { authorization: 'Bearer ${token}', 'content-type': 'application/json' };
    const post = async (path, body) => {
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()).data;
    };
    const options = await post('/v1/passkeys/options');
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = await navigator.credentials.create({ publicKey });
    return await post('/v1/passkeys', { name: 'Phone', credential: credential.toJSON() });
  })()`);
}

const pay = (amount: number) =>
  `/call send_payment {"amount":${amount},"currency":"EUR","to":"Bo"}\n---\n/say Settled ${amount}.`;
const cardOf = (page: Page, amount: number) => page.getByRole('region', { name: `Send ${amount} EUR` });

/** The decision on the newest payment. */
async function lastDecision() {
  const client = clientOf(example.backend).as(user);
  const { data } = await client.get<Run[]>('/v1/loom/runs?limit=1');
  return (await callsOf(client, data[0]?.id ?? ''))[0]?.decisions?.[0];
}

it('[chat.react.passkey] [passkey.decision] a page of a customer has decisions signed by a passkey of its user', async () => {
  const page = await openChat(example, addAuthenticator);
  await say(page, pay(5));
  const approve = cardOf(page, 5).getByRole('button', { name: 'Approve and sign' });
  // Without a passkey nothing is decided, and the page says why.
  await approve.click();
  await page.getByRole('alert').getByText('You have no passkey').waitFor();

  const { thumbprint } = await enrol(page);
  await approve.click();
  await newest(page).getByText('Settled 5.', { exact: true }).waitFor();
  expect(await lastDecision()).toMatchObject({
    decision: 'approve',
    actor: user,
    via: 'passkey',
    request_via: 'token',
    thumbprint,
  });

  await say(page, pay(6));
  await cardOf(page, 6).getByRole('button', { name: 'Reject…' }).click();
  await page.getByLabel('Reason').fill('Twice');
  await page.getByRole('button', { name: 'Reject and sign' }).click();
  await newest(page).getByText('Settled 6.', { exact: true }).waitFor();
  expect(await lastDecision()).toMatchObject({
    decision: 'reject',
    via: 'passkey',
    detail: { reason: 'Twice' },
    thumbprint,
  });
  await page.close();
});

it('[chat.react.passkey] a person who does not use their passkey decides nothing, and may try again', async () => {
  const page = await openChat(example, async (opened) => {
    await addAuthenticator(opened);
    await opened.addInitScript(`navigator.credentials.get = async () => {
      throw new DOMException('The person has closed the dialog.', 'NotAllowedError');
    };`);
  });
  await say(page, pay(7));
  const approve = cardOf(page, 7).getByRole('button', { name: 'Approve and sign' });
  await approve.click();
  await page.getByRole('alert').getByText('No passkey was used: nothing was decided.').waitFor();
  await approve.and(page.locator(':enabled')).waitFor();
  expect(await lastDecision()).toBeUndefined();
  await page.close();
});
