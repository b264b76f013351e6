import { text } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { storedGrant } from '#tools/dev/stored-grant.ts';
import { putGroup } from '../support/approver-groups.ts';
import { putBudget } from '../support/budgets.ts';
import { createConnection } from '../support/connections.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';
import { french, german, payBy, publishPayer } from '../support/paying-console.ts';
import { attemptsAt, createEndpoint, startReceiver } from '../support/webhook-receiver.ts';

/** The behaviour of all lists: keys, rows that are links, and files. */

const stage = perFile(startConsole);
const receiver = perFile(startReceiver);
let endpoint: string;
let page: ConsolePage;

beforeAll(async () => {
  const client = stage.client.ofWorkspace();
  ({ id: endpoint } = await createEndpoint(client, receiver.url));
  await createEndpoint(client, `${receiver.url}/other`);
  const ada = stage.client.as('ada');
  const pay = '/call send_payment {"amount":5,"currency":"EUR","to":"Bo"}';
  for (const message of ['Hello', pay, pay])
    await converse(ada, await startThread(ada, stage.agent.id), message);
  const payer = await publishPayer(stage);
  for (const iban of [german, french]) await payBy(stage, payer, { amount: 5, iban });
  await attemptsAt(client, endpoint, 2);
  await client.post('/v1/api-keys', { name: 'Robot' });
  await createConnection(client, { name: 'bank', base_url: receiver.url });
  for (const period of ['day', 'month']) await putBudget(client, { scope: 'workspace', period, credits: 5 });
  for (const key of ['board', 'finance']) await putGroup(client, key, { name: key, members: ['Eve'] });
  for (const subject_ref of ['ada', 'bo']) {
    const grant = { agent: { id: stage.agent.id, name: 'Demo' }, client: { id: 'desk', name: 'Desk' } };
    await storedGrant(stage.service.db, {
      workspace_id: stage.workspaceId,
      subject_ref,
      ...grant,
      scopes: ['read'],
    });
  }
  await client.send('PUT', '/v1/settings/four-eyes', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      agents: false,
      patches: false,
      connections: false,
      policies: false,
      groups: true,
    }),
  });
  const eve = client.with({ headers: { 'service-actor': 'Eve' } });
  for (const key of ['board', 'finance']) await putGroup(eve, key, { name: key, members: ['Eve', 'Mia'] });
  page = await stage.open('/overview');
});

/** Runs in the page: which of its rows has the focus. */
const focusedRow = `[...document.querySelectorAll('#main [data-row]')]
  .filter((row) => row.checkVisibility()).indexOf(document.activeElement)`;

const dialog = () => page.getByRole('dialog');
const focusedButton = (name: RegExp): Locator =>
  page.getByRole('button', { name }).and(page.locator(':focus'));

/** Each list with its path, and what Enter on its first row leads to: the row itself, or what can be done with it. */
const lists: [string, string, () => Locator][] = [
  ['runs', '/runs', () => page.getByRole('region', { name: 'What happened' })],
  ['what waits', '/inbox', () => page.getByRole('region', { name: 'Conversation' })],
  ['requests', '/requests', () => dialog().getByText('Request-Id')],
  ['the audit log', '/audit', () => dialog().getByText('Hash', { exact: true })],
  ['changes', '/changes', () => dialog().getByText('Proposed by')],
  ['payees', '/payees', () => page.getByRole('heading', { level: 1, name: /^(DE|FR)/ })],
  ['payments', '/payments', () => dialog().getByText('Open the run')],
  ['budgets', '/budgets', () => focusedButton(/^Change: /)],
  ['grants', '/grants', () => focusedButton(/^Revoke Desk/)],
  ['costs', '/costs', () => page.getByRole('heading', { level: 1, name: 'Runs' })],
  ['keys', '/keys', () => focusedButton(/^Delete /)],
  ['connections', '/connections', () => focusedButton(/^Test$/)],
  ['webhook endpoints', '/webhooks', () => page.getByRole('list', { name: 'Deliveries' })],
  ['approver groups', '/approver-groups', () => focusedButton(/^Change /)],
];

it.each(lists)(
  '[console.list-keys] on the list of %s, j and k go from row to row, and Enter opens a row or goes to what can be done with it',
  async (_, path, entered) => {
    await page.goto(`/console${path}`);
    await page.locator('#main [data-row]').nth(1).waitFor();
    const place = async (): Promise<unknown> => await page.evaluate(focusedRow);
    // In the inbox the first one is shown, and the keys continue from there.
    await page.keyboard.press('j');
    await expect.poll(place).toBeGreaterThanOrEqual(0);
    const first = Number(await place());
    await page.keyboard.press(first === 0 ? 'j' : 'k');
    await expect.poll(place).toBe(first === 0 ? 1 : 0);
    await page.keyboard.press(first === 0 ? 'k' : 'j');
    await expect.poll(place).toBe(first);
    await page.keyboard.press('Enter');
    await entered().first().waitFor();
    expect(page.complaints).toEqual([]);
  },
);

it('[console.list-keys] deliveries are rows within the row of their endpoint', async () => {
  await page.goto(`/console/webhooks?endpoint=${endpoint}`);
  const rows = page.getByRole('list', { name: 'Deliveries' }).locator('[data-row]');
  await rows.nth(1).waitFor();
  const focused = async (index: number): Promise<boolean> =>
    await rows.nth(index).evaluate((row) => row.matches(':focus'));
  // From the endpoint, which is the current one.
  for (const index of [0, 1]) {
    await page.keyboard.press('j');
    await expect.poll(async () => await focused(index)).toBe(true);
  }
  await page.keyboard.press('k');
  await expect.poll(async () => await focused(0)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Request body' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Request body' }).waitFor({ state: 'detached' });
  expect(page.complaints).toEqual([]);
});

it('[console.list-keys] [console.row-links] requests of a run are links, and its events open', async () => {
  await page.goto('/console/runs');
  await page.getByRole('region', { name: 'Runs', exact: true }).locator('a[data-row]').last().press('Enter');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('list', { name: 'Events' }).locator('[data-row]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.locator('summary:focus').press('Enter');
  await page
    .getByRole('region', { name: /^Event / })
    .first()
    .waitFor();
  await page.getByRole('tab', { name: /^Requests/ }).click();
  await page.getByRole('list', { name: 'Requests' }).locator('a[data-row]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await dialog().getByText('Request-Id').waitFor();
  expect(page.complaints).toEqual([]);
});

it.each<[string, () => string, () => Locator, string]>([
  ['requests', () => '/requests', () => page.getByRole('region', { name: 'Requests' }), 'Request-Id'],
  ['the audit log', () => '/audit', () => page.getByRole('region', { name: 'Entries' }), 'Hash'],
  ['changes', () => '/changes', () => page.getByRole('region', { name: 'Changes' }), 'Proposed by'],
  [
    'deliveries',
    () => `/webhooks?endpoint=${endpoint}`,
    () => page.getByRole('list', { name: 'Deliveries' }),
    'It had no body.',
  ],
])(
  '[console.row-links] a row of %s is a link, which opens in another tab too, also on a phone',
  async (_, path, list, shown) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/console${path()}`);
      const row = list().locator('a[data-row]').last();
      await row.waitFor();
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        row.click({ modifiers: ['ControlOrMeta'] }),
      ]);
      await tab.getByText(shown).first().waitFor();
      await tab.close();
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(page.complaints).toEqual([]);
  },
);

it('[console.row-links] what the address names and is not there says so', async () => {
  const nothing = '00000000-0000-7000-8000-000000000000';
  for (const path of [`/requests?request=${nothing}`, `/changes?change=${nothing}`]) {
    await page.goto(`/console${path}`);
    await dialog().getByRole('alert').waitFor();
  }
  await page.goto('/console/audit?entry=99999&at=2020-01-01T00:00:00.000Z');
  await dialog().getByText('There is no such entry.').waitFor();
  expect(page.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  page.complaints.length = 0;
});

it.each([
  ['/inbox', 'Waiting items', ['What,Kind,Payee and amount', 'Send 5 EUR,Approval,']],
  ['/webhooks', 'Deliveries', ['Event type,Event', 'run.started,evt_', '204']],
  ['/keys', 'API keys', ['Name,Id,Last used', 'Robot,', ',Scopes,Expires']],
  ['/connections', 'Connections', ['Name,Kind,Base URL', 'bank,HTTP,http']],
])('[console.csv] %s: all of %s is saved as CSV', async (path, name, parts) => {
  await page.goto(`/console${path}${path === '/webhooks' ? `?endpoint=${endpoint}` : ''}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `${name} as CSV` }).click(),
  ]);
  const content = await text(await download.createReadStream());
  for (const part of parts) expect(content).toContain(part);
  expect(page.complaints).toEqual([]);
});

/** Runs in the page: notes that a form was to be submitted, or that a field kept it from being, and nothing is sent. */
const noteSubmits = `globalThis.submits = 0;
  for (const type of ['submit', 'invalid'])
    addEventListener(type, (event) => { submits += 1; event.preventDefault(); event.stopImmediatePropagation(); }, true);`;

/** Each form, with the button that opens it if one does, and a field of it. */
it.each([
  ['/playground', undefined, 'Acting as the subject'],
  ['/agents', 'Publish a new version', 'Instructions'],
  ['/patches', 'Publish a new version', 'Description'],
  ['/connections', 'Add connection', 'Base URL'],
  ['/webhooks', 'Add endpoint', 'Description (optional)'],
  ['/identify', undefined, 'IBAN'],
  ['/keys', 'Create API key', 'Name (optional)'],
  ['/approver-groups', 'New group', 'Members'],
  ['/budgets', 'New budget', 'Credits'],
  ['/grants', undefined, 'URL'],
  ['/changes', undefined, 'Approver groups'],
  ['/sign-in-settings', undefined, 'Client id'],
  ['/audit', 'Verify', 'Heads that you kept (optional)'],
])('[console.list-keys] %s: Ctrl-Enter submits the form (%s, %s)', async (path, opener, field) => {
  await page.goto(`/console${path}`);
  if (opener !== undefined) await page.getByRole('button', { name: opener, exact: true }).first().click();
  const control = (opener === undefined ? page.locator('#main') : dialog()).getByLabel(field, {
    exact: true,
  });
  await control.waitFor();
  await page.evaluate(noteSubmits);
  await control.press('Control+Enter');
  expect(await page.evaluate('submits')).toBeGreaterThan(0);
});

it.each([
  ['r', 'Reason'],
  ['e', 'amount'],
])('[console.list-keys] Ctrl-Enter submits what the key %s of the inbox asks', async (key, field) => {
  await page.goto('/console/inbox');
  await page.locator('#main [data-row]').nth(1).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press(key);
  const control = dialog().getByLabel(field, { exact: true });
  await control.waitFor();
  await page.evaluate(noteSubmits);
  await control.press('Control+Enter');
  expect(await page.evaluate('submits')).toBeGreaterThan(0);
});

it('[console.list-keys] Ctrl-Enter sends a message, simulates a policy and signs in', async () => {
  await page.goto('/console/playground');
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.evaluate(noteSubmits);
  await page.getByLabel('Message', { exact: true }).press('Control+Enter');
  expect(await page.evaluate('submits')).toBeGreaterThan(0);
  await page.goto('/console/approval-policies/draft');
  await page.getByLabel('Key', { exact: true }).fill('payments');
  await page.evaluate(noteSubmits);
  await page.getByLabel('From', { exact: true }).press('Control+Enter');
  expect(await page.evaluate('submits')).toBeGreaterThan(0);
  await page.getByLabel('Key', { exact: true }).fill('');
  const stranger = await stage.open('/sign-in', { name: null });
  await stranger.getByLabel('Your name').press('Control+Enter');
  await stranger.getByText('Enter your name.').waitFor();
  await stranger.close();
});

it('[console.list-keys] Ctrl-Enter in the draft of a policy asks to publish it, from the form and from the JSON', async () => {
  page.complaints.length = 0;
  await page.goto('/console/approval-policies/draft');
  await page.getByLabel('Key', { exact: true }).fill('payments');
  await page.keyboard.press('Control+Enter');
  await dialog().getByRole('button', { name: 'Publish' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.getByLabel('Policy as JSON').press('Control+Enter');
  await dialog().getByRole('button', { name: 'Publish' }).waitFor();
  expect(page.complaints).toEqual([]);
});
