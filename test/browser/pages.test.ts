import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { known, lookUp } from '../support/identify.ts';
import { storedGrant } from '#tools/dev/stored-grant.ts';
import { replyOf, storeLongRun, storeRuns } from '#tools/dev/stored-runs.ts';
import { attemptsAt, createEndpoint, startReceiver } from '../support/webhook-receiver.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
let page: ConsolePage;
beforeAll(async () => {
  page = await stage.open('/overview');
});

async function visit(path: string): Promise<void> {
  await page.goto(`/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

it('[console.overview] the overview says when there is nothing, and then shows each chart, also as a table', async () => {
  await page.getByText('No runs', { exact: true }).waitFor();
  await page.getByText('No lookups').waitFor();
  const receiver = await startReceiver();
  const endpoint = await createEndpoint(stage.client, receiver.url);
  const client = stage.client.as('ada');
  const thread = await startThread(client, stage.agent.id);
  await converse(client, thread, 'Hello');
  await converse(client, thread, '/call send_payment {"amount":12.5,"currency":"EUR","to":"Bo"}');
  await lookUp(stage.client, known);
  await attemptsAt(stage.client, endpoint.id, 1);
  await page.reload();
  await page.getByRole('img', { name: /^Runs by state/ }).waitFor();
  for (const title of ['Latency', 'Cost', 'Identify', 'Webhooks'])
    await page.getByRole('img', { name: new RegExp(`^${title}`) }).waitFor();
  await page.getByText(/held for open runs/).waitFor();
  await page.getByRole('link', { name: receiver.url }).waitFor();

  await page.getByRole('combobox', { name: 'Period' }).selectOption('day');
  await page.getByRole('button', { name: 'Identify as a table' }).click();
  const lookups = page.getByRole('region', { name: 'Identify' }).getByRole('row');
  await expect
    .poll(async () => await lookups.allTextContents())
    .toEqual(['RailIdentifiedNot foundUnsupported', 'IBAN1––']);
  await page.getByRole('button', { name: 'Runs by state as a table' }).click();
  const hours = page.getByRole('region', { name: 'Runs by state' }).locator('tbody').getByRole('row');
  await expect.poll(async () => await hours.count()).toBe(24);
  const cells = await hours.getByRole('cell').allTextContents();
  // One run has ended, and one is held.
  expect(cells.map(Number).reduce((sum, each) => sum + each, 0)).toBe(2);
  expect(page.complaints).toEqual([]);
  await receiver.stop();
});

it('[console.manage] a grant is revoked', async () => {
  await storedGrant(stage.service.db, {
    workspace_id: stage.workspaceId,
    subject_ref: 'ada',
    agent: { id: stage.agent.id, name: stage.agent.name },
    client: { id: 'client', name: 'Desk' },
    scopes: ['read', 'write'],
  });
  await visit('/grants');
  await page.getByRole('button', { name: 'Revoke Desk for ada' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No grant', { exact: true }).waitFor();
  expect((await stage.client.get('/v1/mcp/grants')).data).toEqual([]);
  expect(page.complaints).toEqual([]);
});

it('[console.manage] a new version of an agent is published and compared with the one before', async () => {
  await visit('/agents');
  await page.getByRole('button', { name: 'Publish a new version' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Instructions').fill('Answer in French.');
  await form.getByLabel('Reply schema').fill('{');
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByText('must be JSON').waitFor();
  await form.getByLabel('Reply schema').fill('{"type": "object"}');
  await form.getByRole('button', { name: 'Review' }).click();
  // Changes are shown before they are published, and the input is still there after the look.
  const removed = (place: Locator) => place.getByText(`− ${stage.agent.instructions}`);
  await removed(form.getByRole('region', { name: 'Instructions', exact: true })).waitFor();
  await form.getByRole('button', { name: 'Back' }).click();
  expect(await form.getByLabel('Instructions').inputValue()).toBe('Answer in French.');
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 2 of 2').waitFor();
  const instructions = page.getByRole('region', { name: 'Instructions', exact: true });
  await instructions.getByText('Answer in French.', { exact: true }).first().waitFor();
  await page.getByLabel('Compare with').selectOption({ label: 'Version 1' });
  await removed(instructions.first()).waitFor();
  await page.getByText('"reply_schema": {').first().waitFor();
  await visit('/patches?key=send_payment');
  await page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: 'Demo version 1' }).waitFor();
  expect(page.complaints).toEqual([]);
});

it('[console.manage] a connection is added and tested', async () => {
  const { data: connections } = await stage.client.get<Connection[]>('/v1/connections');
  await visit('/connections');
  await page.getByRole('button', { name: 'Add connection' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('bank');
  await form.getByLabel('Base URL').fill(connections[0]?.base_url ?? '');
  // The input stays.
  await page.mouse.click(5, 5);
  await form.getByRole('button', { name: 'Add connection' }).click();
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: /^bank/ }) });
  await card.getByRole('button', { name: 'Test' }).click();
  await card.getByText('Answered', { exact: true }).waitFor();
  expect(page.complaints).toEqual([]);
});

it('[console.manage] [agent.publish.warnings] publishing an agent that names none of several connections warns', async () => {
  await visit('/agents');
  await page.getByRole('button', { name: 'Publish a new version' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Default connection').selectOption('');
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  const notice = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await notice.getByText('Published, with a warning', { exact: true }).waitFor();
  await notice.getByText('The agent names no connection, and the workspace has several').waitFor();
  expect(page.complaints).toEqual([]);
});

it('[console.manage] an API key is shown once, works, and is deleted', async () => {
  await visit('/keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('dialog').getByLabel('Name (optional)').fill('Robot');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const secret = page.getByRole('dialog').getByRole('region', { name: 'API key' });
  const key = (await secret.textContent()) ?? '';
  const statusOf = async (): Promise<number> =>
    (await fetch(`${stage.service.baseUrl}/v1/credits`, { headers: { authorization: `Bearer ${key}` } }))
      .status;
  expect(await statusOf()).toBe(200);
  await page.getByRole('button', { name: 'Done' }).click();
  await visit('/keys');
  const remove = page.getByRole('button', { name: 'Delete Robot' });
  await remove.waitFor();
  const life = page.getByRole('listitem').filter({ has: remove });
  await life.getByText(/ by Ada$/).waitFor();
  expect(await page.content()).not.toContain(key);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await remove.waitFor({ state: 'detached' });
  // Known keys are kept in memory for a moment.
  await expect.poll(statusOf).toBe(401);
  expect(page.complaints).toEqual([]);
});

it('[console.keys] an API key is made with scopes and an expiry, and the list shows both and warns', async () => {
  const { db } = stage.service;
  await visit('/keys');
  const dialog = page.getByRole('dialog');
  const makeKey = async (name: string, expires: string, dropped: string[]) => {
    await page.getByRole('button', { name: 'Create API key' }).click();
    await dialog.getByLabel('Name (optional)').fill(name);
    await dialog.getByLabel('Expires (optional)').fill(expires);
    for (const scope of dropped)
      await dialog.getByRole('checkbox', { name: new RegExp(`^${scope}`) }).uncheck();
    await dialog.getByRole('button', { name: 'Create' }).click();
  };
  const row = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Delete ${name}`, exact: true }) });
  const others = ['converse', 'identify', 'voice', 'extract', 'manage'];

  await makeKey('Approval bot', '2999-12-31T12:00', others);
  const key = (await dialog.getByRole('region', { name: 'API key' }).textContent()) ?? '';
  const headers = { authorization: `Bearer ${key}` };
  const statusOf = async (path: string) =>
    (await fetch(`${stage.service.baseUrl}${path}`, { headers })).status;
  expect([await statusOf('/v1/loom/runs'), await statusOf('/v1/agents')]).toEqual([200, 403]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await row('Approval bot').getByText('decide', { exact: true }).waitFor();
  expect(await row('Approval bot').textContent()).toMatch(/readdecide.*Expires/);
  expect(
    await row('Approval bot')
      .getByText(/^Expire(d|s soon)$/)
      .count(),
  ).toBe(0);
  expect(await row('Approval bot').getByText('manage', { exact: true }).count()).toBe(0);

  const { _id } = (await db.api_keys.findOne({ name: 'Approval bot' })) ?? {};
  for (const [inMs, warning] of [
    [86_400_000, 'Expires soon'],
    [-1000, 'Expired'],
  ] as const) {
    await db.api_keys.updateOne({ _id: _id ?? '' }, { $set: { expires_at: new Date(Date.now() + inMs) } });
    await visit('/keys');
    await row('Approval bot').getByText(warning, { exact: true }).first().waitFor();
  }

  // The API's error stands beside the field, and the form keeps its input.
  await makeKey('Nothing', '2020-01-01T00:00', [...others, 'read', 'decide']);
  await dialog.getByText('must name at least one scope').first().waitFor();
  await dialog.getByRole('checkbox', { name: /^decide/ }).check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('must be in the future').first().waitFor();
  expect(await dialog.getByLabel('Expires (optional)').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(page.complaints.filter((text) => !text.includes('422'))).toEqual([]);
  page.complaints.length = 0;
});

it('[console.manage] a delivery is sent again', async () => {
  const receiver = await startReceiver();
  const endpoint = await createEndpoint(stage.client, receiver.url);
  const client = stage.client.as('eve');
  await converse(client, await startThread(client, stage.agent.id), 'Hello');
  const [first] = await receiver.received('run.started');
  await visit(`/webhooks?endpoint=${endpoint.id}`);
  const attempts = page.getByRole('button', { name: `Send ${first?.event.id} again` });
  await attempts.first().click();
  const [, again] = await receiver.received('run.started', 2);
  expect(again?.event.id).toBe(first?.event.id);
  await attempts.nth(1).waitFor();
  // The sent request, and the link to its run.
  await page
    .getByRole('link', { name: /^204 run\.started/ })
    .first()
    .click();
  await page
    .getByRole('region', { name: 'Request body' })
    .getByText(again?.event.id ?? '')
    .waitFor();
  await page.getByText('It had no body.').waitFor();
  await page.getByRole('link', { name: 'See the run' }).click();
  await page.waitForURL(`**/runs/${again?.event.run_id}`);
  expect(page.complaints).toEqual([]);
  await receiver.stop();
});

it('[console.manage] a reference is looked up', async () => {
  await visit('/identify');
  await page.getByLabel('IBAN').fill(known.iban);
  await page.getByRole('button', { name: 'Identify' }).click();
  await page.getByText('COBADEFF', { exact: false }).first().waitFor();
  await page.getByText('Identified', { exact: true }).first().waitFor();
  expect(page.complaints).toEqual([]);
});

it("[console.run-live] a run's page changes with its events, and asks for nothing while there are none", async () => {
  const client = stage.client.as('liv');
  const run = await converse(
    client,
    await startThread(client, stage.agent.id),
    '/call send_payment {"amount":3,"currency":"EUR","to":"Bo"}\n---\n/say Paid.',
  );
  let reads = 0;
  const live = await stage.open(`/runs/${run.id}?subject=liv`, {
    prepare: async (opened) => {
      await opened.clock.install();
      opened.on('request', (request) => {
        if (request.url().endsWith('/trace')) reads += 1;
      });
    },
  });
  await live.getByText('Live', { exact: true }).waitFor();
  // Once more than at first, because it may have changed before it was followed.
  await expect.poll(() => reads).toBeGreaterThan(1);
  await live.getByText('Awaiting input', { exact: true }).first().waitFor();
  const before = reads;
  // The silence after which a stream counts as dead is longer.
  await live.clock.fastForward(30_000);
  await live.evaluate(`fetch('/console/')`);
  expect(reads).toBe(before);

  const { pending } = run;
  const decision = { tool_call_id: pending?.tool_call_id, decision: 'approve', digest: pending?.digest };
  await client.post(`/v1/loom/runs/${run.id}/confirm`, decision);
  await live.getByText('Paid.', { exact: true }).waitFor();
  await live.getByText('Live', { exact: true }).waitFor({ state: 'detached' });
  await live.getByRole('tab', { name: 'Events' }).click();
  await live.getByText('run.completed', { exact: true }).waitFor();
  const { data: logged } = await stage.client.get<{ method: string; origin: string }[]>('/v1/requests');
  expect(logged.filter(({ method, origin }) => method === 'GET' && origin !== 'api')).toEqual([]);
  await visit('/requests');
  await page.getByLabel('Made by').selectOption({ label: 'The console’s reads' });
  await page.getByText(`/v1/loom/runs/${run.id}/trace`).first().waitFor();
  expect(live.complaints).toEqual([]);
  await live.close();
});

it("[console.run-page] a run's page shows all of 200 turns, with the call of each", async () => {
  const run = await storeLongRun(stage, 'long', 200);
  await visit(`/runs/${run}?subject=long`);
  const turns = page.getByRole('list', { name: 'Turns', exact: true }).locator('> li', { hasText: /^Turn / });
  await expect.poll(async () => await turns.count()).toBe(200);
  const last = turns.last();
  await last.scrollIntoViewIfNeeded();
  await last.getByRole('heading', { name: 'Turn 200' }).waitFor();
  await last.getByText('Arguments, result and request').click();
  await last.getByText('"banks": 200').waitFor();
  expect(page.complaints).toEqual([]);
});

/** Runs in the page: scrolls through the list, half of its height with each frame, and collects what the rows say. */
const scrollToTheEnd = `(async () => {
  const box = document.querySelector('[role=region][aria-label=Runs]');
  const replies = new Set();
  let mostRows = 0;
  let repeated = 0;
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const rows = [...box.querySelectorAll('tr[data-index]')];
    const shown = rows.flatMap(({ textContent }) => /Reply \\d+/.exec(textContent)?.[0] ?? []);
    mostRows = Math.max(mostRows, rows.length);
    repeated += shown.length - new Set(shown).size;
    for (const reply of shown) replies.add(reply);
    const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
    if (!atEnd) box.scrollTop += box.clientHeight / 2;
    else if (box.querySelector('[role=status]').textContent.endsWith('in all')) break;
  }
  return { replies: [...replies], mostRows, repeated };
})()`;

it('[console.run-list] the list of runs scrolls over pages, with each run once and only the rows in view in the document', async () => {
  await storeRuns(stage, 'many', 300);
  await visit('/runs?subject=many');
  const list = page.getByRole('region', { name: 'Runs' });
  await list.getByText('Scroll for more').waitFor();
  const { replies, mostRows, repeated } = await page.evaluate<{
    replies: string[];
    mostRows: number;
    repeated: number;
  }>(scrollToTheEnd);
  expect(mostRows).toBeLessThan(100);
  expect(repeated).toBe(0);
  // In order, so no row was passed over and seen later.
  expect(replies).toEqual(Array.from({ length: 300 }, (_, index) => replyOf(300 - index)));
  await list.getByText('300 in all').waitFor();

  // A list starts at the top when revisited, without reading all its pages again.
  await page.getByRole('link', { name: 'Requests' }).click();
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
  await page.goBack();
  await list.getByText('Scroll for more').waitFor();
  expect(page.complaints).toEqual([]);
});
