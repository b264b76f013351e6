import { beforeAll, expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import type { Agent } from '#contract/agent.ts';
import { goTo, press, tabTo, type, widths } from '../../support/by-keyboard.ts';
import { createConnection } from '../../support/connections.ts';
import { startConsole } from '../../support/console.ts';
import { startEverythingServer } from '../../support/mcp/everything-server.ts';
import { perFile } from '../../support/per-file.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';

/** Tasks of a person who sets a workspace up. */

const stage = perFile(startConsole);
const tools = perFile(startEverythingServer);
beforeAll(async () => {
  await createConnection(stage.client, { name: 'everything', type: 'mcp', base_url: tools.url });
});

it.each(widths)(
  '[console.publish-by-keyboard] on %s, a new version of an agent is written, reviewed and published by keyboard alone',
  async (where, viewport) => {
    const page = await stage.open('/playground', { viewport });
    await goTo(page, 'Agents');
    await press(page, page.getByRole('button', { name: 'Publish a new version' }));
    const dialog = page.getByRole('dialog');
    const instructions = `Answer on ${where}.`;
    await type(page, dialog.getByLabel('Instructions'), instructions);
    await press(page, dialog.getByRole('button', { name: 'Review' }));
    await dialog.getByText(`+ ${instructions}`).waitFor();
    await press(page, dialog.getByRole('button', { name: 'Publish' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Instructions' }).getByText(instructions).first().waitFor();
    const { data } = await stage.client.get<Agent[]>('/v1/agents?key=demo');
    expect(data.map((agent) => agent.instructions)).toContain(instructions);
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);

it.each(widths)(
  '[console.connect-by-keyboard] [console.import-tools] on %s, a host is connected and tested, and tools of an MCP server are ticked with their risks and imported, by keyboard alone',
  async (where, viewport) => {
    const { data: connections } = await stage.client.get<Connection[]>('/v1/connections');
    const host = connections.find((connection) => connection.name === 'demo')?.base_url ?? '';
    const page = await stage.open('/playground', { viewport });
    const card = (title: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 2, name: new RegExp(`^${title}`) }) });
    const dialog = page.getByRole('dialog');
    await goTo(page, 'Connections');
    await press(page, page.getByRole('button', { name: 'Add connection' }));
    const name = where.replaceAll(' ', '-');
    await type(page, dialog.getByLabel('Name', { exact: true }), name);
    await type(page, dialog.getByLabel('Base URL'), host);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await press(page, card(name).getByRole('button', { name: 'Test' }));
    await card(name).getByText('Answered', { exact: true }).waitFor();

    await press(page, card('everything').getByRole('button', { name: 'Import tools' }));
    const prefix = name === 'a-phone' ? 'phone_' : '';
    await type(page, dialog.getByLabel('Prefix (optional)'), prefix);
    const tool = dialog.getByRole('listitem').filter({ hasText: `${prefix}get_sum` });
    await tool.getByText(/ risk$/).waitFor();
    await tabTo(page, tool.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await press(page, dialog.getByRole('button', { name: 'Import 1' }));
    await dialog.getByText(`${prefix}get_sum@1`).waitFor();
    await dialog.getByText('New version').first().waitFor();
    await press(page, dialog.getByRole('button', { name: 'Done' }));
    await dialog.waitFor({ state: 'detached' });
    const { data: patches } = await stage.client.get<{ key: string }[]>('/v1/patches?limit=100');
    // Unticked tools were not imported.
    const imported = patches.filter(({ key }) => key.startsWith(`${prefix}get_`));
    expect(imported.map(({ key }) => key)).toEqual([`${prefix}get_sum`]);
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);

it.each(widths)(
  '[console.webhook-by-keyboard] on %s, a webhook endpoint is added and tested, and a delivery looked at and sent again, by keyboard alone',
  async (_, viewport) => {
    const receiver = await startReceiver();
    receiver.answer = (_, response) => response.end('{"seen":true}');
    const page = await stage.open('/playground', { viewport });
    await goTo(page, 'Webhooks');
    await press(page, page.getByRole('button', { name: 'Add endpoint' }));
    const dialog = page.getByRole('dialog');
    await type(page, dialog.getByLabel('URL'), receiver.url);
    await page.keyboard.press('Control+Enter');
    await press(page, dialog.getByRole('button', { name: 'Done' }));
    const card = page.getByRole('listitem').filter({ hasText: receiver.url });
    await press(page, card.getByRole('button', { name: 'Send a test' }));
    await page.getByText('The endpoint accepted a sample').first().waitFor();
    await press(page, card.getByRole('button', { name: 'Deliveries' }));
    await press(page, card.getByRole('link', { name: /^200 run\.completed/ }));
    await card.getByRole('region', { name: 'Response body' }).getByText('"seen": true').waitFor();
    await press(page, card.getByRole('button', { name: /^Send .+ again/ }));
    await expect.poll(() => receiver.deliveries.length).toBe(2);
    const [first, second] = receiver.deliveries;
    expect(second?.body).toBe(first?.body);
    expect(page.complaints).toEqual([]);
    await page.close();
    await receiver.stop();
  },
);
