import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { createConnection } from '../support/connections.ts';
import { startEverythingServer } from '../support/mcp/everything-server.ts';
import { perFile } from '../support/per-file.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

/** Jobs that are done without a mouse, where there is much room and where there is little. */

const stage = perFile(startConsole);
const tools = perFile(startEverythingServer);
const widths = [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 375, height: 700 }],
] as const;

/** Presses Tab until a control has the focus. */
async function tabTo(page: ConsolePage, control: Locator): Promise<void> {
  await control.waitFor();
  const isFocused = async () => await control.evaluate((element) => element.matches(':focus'));
  for (let presses = 0; presses < 150; presses += 1) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${control.toString()} is not reached by Tab`);
}

async function press(page: ConsolePage, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

async function type(page: ConsolePage, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Goes to a page by the command palette. */
async function goTo(page: ConsolePage, name: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type(name);
  await page.getByRole('option', { name }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function publish(page: ConsolePage): Promise<void> {
  await goTo(page, 'Agents');
  await press(page, page.getByRole('button', { name: 'Publish a new version' }));
  const dialog = page.getByRole('dialog');
  const instructions = `Answer in ${Date.now()} words.`;
  await type(page, dialog.getByLabel('Instructions'), instructions);
  await press(page, dialog.getByRole('button', { name: 'Review' }));
  await dialog.getByText(`+ ${instructions}`).waitFor();
  await press(page, dialog.getByRole('button', { name: 'Publish' }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Instructions' }).getByText(instructions).first().waitFor();
}

async function connect(page: ConsolePage): Promise<void> {
  const { data: connections } = await stage.client.get<Connection[]>('/v1/connections');
  const host = connections.find(({ name }) => name === 'demo')?.base_url ?? '';
  await goTo(page, 'Connections');
  await press(page, page.getByRole('button', { name: 'Add connection' }));
  const dialog = page.getByRole('dialog');
  const name = `bank-${Date.now()}`;
  await type(page, dialog.getByLabel('Name', { exact: true }), name);
  await type(page, dialog.getByLabel('Base URL'), host);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const card = (title: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2, name: new RegExp(`^${title}`) }) });
  await press(page, card(name).getByRole('button', { name: 'Test' }));
  await card(name).getByText('Answered', { exact: true }).waitFor();

  await press(page, card('everything').getByRole('button', { name: 'Import tools' }));
  await tabTo(page, dialog.getByRole('checkbox', { name: 'get_sum' }));
  await page.keyboard.press('Space');
  await press(page, dialog.getByRole('button', { name: 'Import 1' }));
  await dialog.getByText('get_sum@1').waitFor();
  await press(page, dialog.getByRole('button', { name: 'Done' }));
}

async function hook(page: ConsolePage): Promise<void> {
  const receiver = await startReceiver();
  receiver.answer = (_, response) => response.end('{"seen":true}');
  await goTo(page, 'Webhooks');
  await press(page, page.getByRole('button', { name: 'Add endpoint' }));
  const dialog = page.getByRole('dialog');
  await type(page, dialog.getByLabel('URL'), receiver.url);
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Done' }));
  const card = page.getByRole('listitem').filter({ hasText: receiver.url });
  await press(page, card.getByRole('button', { name: 'Send a test' }));
  await page.getByText('The endpoint accepted a sample').first().waitFor();
  await press(page, card.getByRole('button', { name: 'Deliveries' }));
  await press(page, card.getByRole('button', { name: /^200 run\.completed/ }));
  await card.getByRole('region', { name: 'Response body' }).getByText('"seen": true').waitFor();
  await press(page, card.getByRole('button', { name: /^Send evt_\w+ again/ }));
  await expect.poll(() => receiver.deliveries.length).toBe(2);
  const [first, second] = receiver.deliveries;
  expect(second?.body).toBe(first?.body);
  await receiver.stop();
}

it.each(widths)(
  '[console.keyboard] on %s, a version is published, hosts are connected with their tools, and a webhook is set up and looked into by keyboard alone',
  async (_, viewport) => {
    const { data } = await stage.client.get<Connection[]>('/v1/connections');
    if (!data.some(({ type }) => type === 'mcp'))
      await createConnection(stage.client, { name: 'everything', type: 'mcp', base_url: tools.url });
    const page = await stage.open('/agents', { viewport });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await publish(page);
    await connect(page);
    await hook(page);
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);
