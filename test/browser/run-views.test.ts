import { beforeAll, expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
beforeAll(async () => {
  const client = stage.client.as('vera');
  const bad = Array.from({ length: 4 }, () => '/bad').join('\n---\n');
  for (const text of [bad, '/say Hello', '/say Goodbye'])
    await converse(client, await startThread(client, stage.agent.id), text);
});

it('[console.run-filters] filters are kept as a view, chosen again after a reload, and deleted, and the address says them all', async () => {
  const page = await stage.open('/runs', { alone: true });
  const rows = page.getByRole('region', { name: 'Runs', exact: true }).locator('tr[data-index]');
  const menu = page.getByRole('main').locator('button[aria-haspopup=menu]');
  const view = page.getByRole('menuitemcheckbox', { name: 'Failures of Vera' });
  await expect.poll(async () => await rows.count()).toBe(3);
  await page.getByLabel('State', { exact: true }).selectOption({ label: 'Failed' });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Subject').fill('vera');
  await page.keyboard.press('Enter');
  await page.waitForURL(/subject=vera/);
  await expect.poll(async () => await rows.count()).toBe(1);
  const address = page.url();
  expect(new URL(address).search).toBe('?state=failed&subject=vera');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Save these filters…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Failures of Vera');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => await menu.textContent()).toContain('Failures of Vera');

  // Without the filters, the view is not the current one, and it is there after a reload.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(async () => await menu.textContent()).toContain('Views');
  await expect.poll(async () => await rows.count()).toBe(3);
  await page.reload();
  await menu.click();
  expect(await view.getAttribute('aria-checked')).toBe('false');
  await view.click();
  await page.waitForURL(address);
  await expect.poll(async () => await rows.count()).toBe(1);

  // The address is all that another browser needs.
  const other = await stage.open(
    new URL(address).pathname.replace('/console', '') + new URL(address).search,
    {
      name: 'Grace',
      alone: true,
    },
  );
  const otherRows = other.getByRole('region', { name: 'Runs', exact: true }).locator('tr[data-index]');
  await expect.poll(async () => await otherRows.count()).toBe(1);
  expect(await other.getByLabel('State', { exact: true }).inputValue()).toBe('failed');
  expect(await other.getByLabel('Subject').inputValue()).toBe('vera');

  await page.reload();
  await menu.click();
  expect(await view.getAttribute('aria-checked')).toBe('true');
  await page.getByRole('menuitem', { name: 'Delete this view' }).click();
  await expect.poll(async () => await menu.textContent()).toContain('Views');
  await page.reload();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Save these filters…' }).waitFor();
  expect(await view.count()).toBe(0);
  expect(page.url()).toBe(address);
  expect([...page.complaints, ...other.complaints]).toEqual([]);
  await Promise.all([page.close(), other.close()]);
});
