import { AxeBuilder } from '@axe-core/playwright';
import { beforeAll, expect, it } from 'vitest';
import { definition } from '../support/agents.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { consolePaths } from '../support/console-paths.ts';
import { german, payBy, payeeOf, publishPayer } from '../support/paying-console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
let page: ConsolePage;
beforeAll(async () => {
  page = await stage.open('/playground', { viewport: { width: 375, height: 812 } });
});

/** Findings of axe on the page, in the light and in the dark theme, and the width of the page. */
async function check(page: ConsolePage): Promise<void> {
  // Once all of it is there: what stands for content to come is no whole page.
  await expect.poll(async () => await page.getByText('Loading…').count()).toBe(0);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    // In one piece, because no page has frames: without this each analysis opens two more pages.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // Off by default, and part of WCAG 2.2.
    axe.options({ rules: { 'target-size': { enabled: true } } });
    // Content behind an open dialog is dimmed on purpose.
    if ((await page.getByRole('dialog').count()) > 0) axe.include('[role=dialog]');
    // Only the colours differ.
    const { violations } = await (theme === 'light' ? axe : axe.withRules('color-contrast')).analyze();
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  }
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(375);
  expect(page.complaints).toEqual([]);
}

it.each(consolePaths)(
  '[console.accessible] %s has no violation that axe finds, and fits a width of 375 px',
  async (path) => {
    await page.goto(`/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await check(page);
  },
);

it('[console.accessible] neither has a conversation with a held payment, nor the inbox that shows it, nor the palette', async () => {
  const client = stage.client.as('ada');
  const thread = await startThread(client, stage.agent.id);
  await converse(client, thread, '/say See **this**:\n/call list_banks {"country":"DE","limit":1}');
  await converse(client, thread, '/call send_payment {"amount":12.5,"currency":"EUR","to":"Bo"}');
  await page.goto(`/console/playground?subject=ada&thread=${thread}`);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Events and curl' }).click();
  await page.getByRole('dialog').getByText('run.started').first().waitFor();
  await check(page);
  await page.goto('/console/inbox');
  // At this width, a page has room for the list or the selected item.
  await page.getByRole('link', { name: 'Send 12.5 EUR' }).waitFor();
  await check(page);
  await page.getByRole('link', { name: 'Send 12.5 EUR' }).click();
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByLabel('Reason').waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await check(page);
});

it('[console.accessible] neither has a policy with limits and stages, simulated, nor the audit log that was verified', async () => {
  await page.goto('/console/approval-policies/draft');
  await page.getByLabel('Key', { exact: true }).fill('payments');
  await page.getByLabel('Begin with').selectOption({ label: "A month's limit, then the board" });
  await page.getByLabel('Matches').selectOption({ label: 'Calls that match all of these' });
  await page.getByText('There is no such group yet.').first().waitFor();
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('tablist', { name: 'Simulated calls' }).waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('dialog').getByRole('list', { name: 'The policy in words' }).waitFor();
  await check(page);
  await page.keyboard.press('Escape');
  // As it was in the beginning, so that it can be left.
  await page.getByLabel('Policy as JSON').fill(JSON.stringify({ key: '', rules: [] }, null, 2));
  await page.goto('/console/audit');
  await page.getByRole('link', { name: 'Show entry 1', exact: true }).waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'Verify again' }).waitFor();
  await check(page);
});

it('[console.accessible] neither has a comparison of two versions that differ in texts and in settings', async () => {
  for (const [instructions, max_turns] of [
    ['Be brief.', 5],
    ['Be thorough.', 6],
  ] as const) {
    await stage.client.post(
      '/v1/agents',
      definition({ key: 'compared', instructions, limits: { max_turns } }),
    );
  }
  await page.goto('/console/agents?key=compared');
  await page.getByLabel('Compare with').selectOption({ label: 'Version 1' });
  await page.getByText('− Be brief.').waitFor();
  await check(page);
});

it('[console.accessible] neither has a payee with its payments, nor the form that adds one, nor a payment with the report of what became of it', async () => {
  const agent = await publishPayer(stage);
  const name = `Bo ${'Lindqvist '.repeat(12)}`;
  await payBy(stage, agent, { amount: '1250.5', iban: german, name, ref: 'INV-2026-000123' });
  const { id } = await payeeOf(stage, german);
  for (const path of ['/payees', '/payments', `/payees/${id}`]) {
    await page.goto(`/console${path}`);
    await page.locator('a[data-row]').waitFor();
    await check(page);
  }
  await page.getByRole('link', { name: /^Show the payment of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).waitFor();
  await check(page);
  await page.goto('/console/payees');
  await page.getByRole('button', { name: 'Add payee' }).click();
  await page.getByRole('dialog').getByLabel('IBAN').waitFor();
  await check(page);
});

it('[console.accessible] neither has the form of an API key, nor the list with a narrow key that expires soon', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  await stage.client.post('/v1/api-keys', {
    name: 'Bot',
    scopes: ['read', 'decide', 'identify'],
    expires_at,
  });
  await page.goto('/console/keys');
  await page.getByText('Expires soon').waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('dialog').getByLabel('Expires (optional)').waitFor();
  await check(page);
});

it('[console.accessible] neither has the sign-in', async () => {
  const stranger = await stage.open('/sign-in', { name: null, viewport: { width: 375, height: 812 } });
  await stranger.getByLabel('API key').waitFor();
  await check(stranger);
  await stranger.close();
});
