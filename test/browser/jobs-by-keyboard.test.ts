import type { Locator } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import { converse, startThread } from '#client/conversation.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
beforeAll(async () => {
  const client = stage.client.as('ada');
  const bad = Array.from({ length: 4 }, () => '/bad').join('\n---\n');
  await converse(client, await startThread(client, stage.agent.id), bad);
  await converse(client, await startThread(client, stage.agent.id), 'Say hello to Bo Lindqvist');
  const {
    id: _,
    version: _version,
    status: _status,
    created_at: _at,
    ...definition
  } = stage.agent as Agent & {
    status?: unknown;
    created_at?: unknown;
  };
  await stage.client.post('/v1/agents', { ...definition, instructions: 'Answer in French.' });
});

/** The most that a person would press. */
const mostTabs = 80;

/** Presses Tab until something has the focus. */
async function tabTo(page: ConsolePage, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let pressed = 0; pressed < mostTabs; pressed += 1) {
    if (await wanted.evaluate('(element) => element === document.activeElement')) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(wanted)} cannot be reached by Tab`);
}

it.each([
  ['on a desktop', 1440, 900],
  ['on a phone', 375, 812],
])(
  '[console.keyboard] by keyboard alone, %s, one finds why a run failed, finds a run by its message, compares versions and follows costs to their runs',
  async (_, width, height) => {
    const page = await stage.open('/runs', { viewport: { width, height } });
    const row = page.getByRole('region', { name: 'Runs', exact: true }).locator('tr[data-index]').first();

    await tabTo(page, page.getByLabel('State', { exact: true }));
    await page.keyboard.press('F');
    await expect.poll(() => page.url()).toContain('state=failed');
    await row.getByText('/bad').waitFor();
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    const story = page.getByRole('region', { name: 'What happened' });
    await story.getByText('The model kept sending calls that could not be understood.').waitFor();
    await story.getByText(/^Send the message again\./).waitFor();
    await page.getByText('/bad').first().waitFor();

    await page.goto('/console/runs');
    await tabTo(page, page.getByRole('searchbox', { name: 'Message' }));
    await page.keyboard.type('lindqvist HEL');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('text=');
    await row.getByText('Say hello to Bo Lindqvist', { exact: true }).waitFor();

    await page.goto('/console/agents?key=demo');
    await page.getByText('Version 2 of 2').waitFor();
    await tabTo(page, page.getByLabel('Compare'));
    await page.keyboard.press('ArrowDown');
    await page.getByText('Answer in French.').first().waitFor();
    await page.getByText(stage.agent.instructions).first().waitFor();

    await page.goto('/console/costs');
    await tabTo(page, page.getByLabel('By', { exact: true }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.url()).toContain('by=subject');
    await tabTo(page, page.getByRole('link', { name: 'ada', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    expect(page.url()).toContain('subject=ada');
    // The dearest first.
    await row.getByText('/bad').waitFor();
    await page.getByText('2 in all').waitFor();
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);

it('[console.run-waits] on the page of a run that waits, a payment is approved, and another run is cancelled', async () => {
  const client = stage.client.as('eve');
  const pay = '/call send_payment {"amount":3,"currency":"EUR","to":"Bo"}\n---\n/say Paid.';
  const held = await converse(client, await startThread(client, stage.agent.id), pay);
  const page = await stage.open(`/runs/${held.id}?subject=eve`);
  await page.getByText('send_payment is held until somebody approves it.').waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Paid.', { exact: true }).waitFor();
  await page.getByText(/^Approved by Ada/).waitFor();
  await page.getByText('Waited for a person', { exact: false }).first().waitFor();

  const lost = await converse(client, await startThread(client, stage.agent.id), pay);
  await page.goto(`/console/runs/${lost.id}?subject=eve`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByText('The run was cancelled.').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
