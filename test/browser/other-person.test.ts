import { expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Approval } from '#contract/approval.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { definition } from '../support/agents.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';
import { publishPolicy } from '../support/policies.ts';

/** The next person in a browser sees nothing that the one before did or saw. */

const stage = perFile(startConsole);

/** A payment of a subject that waits; resolves to the id of its run. */
async function hold(subject: string, amount: number, agentId = stage.agent.id): Promise<string> {
  const client = stage.client.as(subject);
  const text = `/call send_payment {"amount":${amount},"currency":"EUR","to":"Bo"}\n---\n/say Paid.`;
  return (await converse(client, await startThread(client, agentId), text)).id;
}

const waitingOf = async (subject: string): Promise<Approval[]> =>
  (await stage.client.as(subject).get<Approval[]>('/v1/loom/approvals')).data;

const approveOf = (page: ConsolePage, title: string) =>
  page.getByRole('region', { name: title }).getByRole('button', { name: 'Approve', exact: true });

async function signOut(page: ConsolePage, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to your workspace' }).waitFor();
}

async function signIn(page: ConsolePage, name: string, apiKey = stage.apiKey): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name, exact: true }).waitFor();
}

it('[console.leaves-nothing] what a person is told of their decisions ends with their session', async () => {
  await hold('nell', 1);
  const page = await stage.open('/inbox?subject=nell', {
    alone: true,
    prepare: async (opened) => await opened.clock.install(),
  });
  const looks: string[] = [];
  // Its result is not known yet.
  await page.route('**/v1/events?*', async (route) => {
    looks.push(route.request().url());
    await route.fulfill({ json: { data: [], pagination: { has_more: false, next_cursor: null } } });
  });
  await approveOf(page, 'Send 1 EUR').click();
  const notices = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await notices.getByText('Approved: it is being carried out').waitFor();
  await page.clock.runFor(5000);
  await expect.poll(() => looks.length).toBeGreaterThan(0);
  await signOut(page, 'Ada');
  await signIn(page, 'Grace');
  const before = looks.length;
  await page.clock.runFor(70_000);
  await page.getByRole('button', { name: 'Grace', exact: true }).waitFor();
  expect(await notices.count()).toBe(0);
  expect(looks.length).toBe(before);
  await page.close();
});

it('[console.leaves-nothing] the playground of one workspace begins with no subject of another', async () => {
  const other = await stage.service.workspace();
  const page = await stage.open('/playground?subject=zelda', { alone: true });
  const subject = page.getByLabel('Acting as the subject');
  await expect.poll(async () => await subject.inputValue()).toBe('zelda');
  await signOut(page, 'Ada');
  await signIn(page, 'Ada', other.apiKey);
  await page.goto('/console/playground');
  await expect.poll(async () => await subject.inputValue()).toBe('demo-user');
  await signOut(page, 'Ada');
  await signIn(page, 'Ada');
  await page.goto('/console/playground');
  await expect.poll(async () => await subject.inputValue()).toBe('zelda');
  await page.close();
});

it('[console.one-person] a tab decides as nobody else than it shows: it starts over once somebody else has signed in to its browser', async () => {
  await hold('otto', 2);
  const page = await stage.open('/inbox?subject=otto', { alone: true });
  await expect.poll(async () => await approveOf(page, 'Send 2 EUR').isEnabled()).toBe(true);
  // No read of the page reveals it before the click.
  const clicked = Promise.withResolvers<void>();
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') await clicked.promise;
    await route.fallback();
  });
  // Only the cookie has changed: no other tab has notified this one.
  const answer = await page.request.post('/console/session', {
    data: { api_key: stage.apiKey, name: 'Grace' },
    headers: { 'Console-Request': 'console' },
  });
  expect(answer.status()).toBe(200);
  await approveOf(page, 'Send 2 EUR').click();
  clicked.resolve();
  await page.getByRole('button', { name: 'Grace', exact: true }).waitFor();
  expect(await waitingOf('otto')).toHaveLength(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  // A person who returns to a tab sees the current person before acting.
  const again = await page.request.post('/console/session', {
    data: { api_key: stage.apiKey, name: 'Linus' },
    headers: { 'Console-Request': 'console' },
  });
  expect(again.status()).toBe(200);
  await page.evaluate(`dispatchEvent(new Event('focus'))`);
  await page.getByRole('button', { name: 'Linus', exact: true }).waitFor();
  await page.close();
});

it('[console.once] an approval after a withdrawal is another one than that before it, whose answer was lost', async () => {
  const client = stage.client.ofWorkspace();
  await publishPolicy(client, { rules: [{ name: 'two', then: 'hold', stages: [{ approvals: 2 }] }] });
  const patches = [{ ref: 'send_payment@1', gate: { type: 'policy', policy: 'payments' } }];
  const bank = definition({ key: 'bank', name: 'Bank', patches });
  const { data: agent } = await client.post<Agent>('/v1/agents', bank);
  await hold('pia', 3, agent.id);
  const page = await stage.open('/inbox?subject=pia');
  await approveOf(page, 'Send 3 EUR').waitFor();
  let isSent = false;
  await page.route('**/confirm', async (route) => {
    if (!isSent) await route.fetch();
    isSent = true;
    await route.abort('connectionreset');
  });
  await approveOf(page, 'Send 3 EUR').click();
  const card = page.getByRole('region', { name: 'Send 3 EUR' });
  await card.getByText('The change may have been made.').waitFor();
  await page.unroute('**/confirm');
  await card.getByText('1 of 2 approvals').waitFor();
  await card.getByRole('button', { name: 'Withdraw my approval' }).click();
  await page.getByRole('alertdialog').getByText('"amount": 3').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await card.getByText('0 of 2 approvals').waitFor();
  await approveOf(page, 'Send 3 EUR').click();
  await card.getByText('1 of 2 approvals').waitFor();
  expect((await waitingOf('pia'))[0]?.approvals?.given).toMatchObject([{ actor: 'Ada' }]);
  await page.close();
});
