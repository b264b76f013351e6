import { beforeAll, expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { press, tabTo } from '../support/by-keyboard.ts';
import { startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
beforeAll(async () => {
  const client = stage.client.as('ada');
  const started = async (text: string): Promise<string> =>
    (await converse(client, await startThread(client, stage.agent.id), text)).id;
  const held = await started('/call send_payment {"amount":12.5,"currency":"EUR","to":"Bo"}');
  await client.post(`/v1/loom/runs/${held}/cancel`);
  await started('/say One');
  await started('/say Two');
});

it('[console.chart-links] [console.csv] the overview counts cancelled runs apart, and each count leads to its runs by keyboard and by mouse', async () => {
  const page = await stage.open('/overview');
  const picture = page.getByRole('img', { name: /^Runs by state/ });
  await picture.waitFor();
  // The whole period, by the legend.
  await press(page, page.getByRole('link', { name: 'Cancelled', exact: true }));
  const rows = page.getByRole('region', { name: 'Runs', exact: true });
  await page.waitForURL(/runs\?.*reason=cancelled/);
  const main = page.getByRole('main');
  await expect.poll(async () => await main.textContent()).toContain('1 in all');
  await page.goBack();

  await press(page, page.getByRole('button', { name: 'Runs by state as a table' }));
  await press(page, page.getByRole('link', { name: /^2: the runs of .*, Finished$/ }));
  await page.waitForURL(/runs\?.*from=.*reason=finished/);
  await rows.getByText('2 in all').waitFor();
  await page.goBack();

  // Hours lead to the runs of the hour.
  await page.getByRole('combobox', { name: 'Period' }).selectOption('day');
  await page.getByRole('button', { name: 'Runs by state as a table' }).click();
  const ofHour = page.getByRole('link', { name: /the runs of .*, Finished$/ });
  await ofHour.first().click();
  await page.waitForURL(/runs\?.*from=.*T\d\d/);
  await rows.getByText(/^[12] in all$/).waitFor();
  await page.goBack();

  const bars = picture.locator('.recharts-bar-rectangle path');
  await bars.last().waitFor();
  await bars.first().click();
  await page.waitForURL(/\/runs\?/);
  await page.goBack();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Runs by state as CSV' }).click(),
  ]);
  const text = await (await file.createReadStream()).setEncoding('utf8').toArray();
  expect(text.join('')).toMatch(/Finished,Cancelled,Ended otherwise/);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.sorting] runs are sorted by their heads, in the address, and costs by any of their columns', async () => {
  const page = await stage.open('/runs');
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect.poll(async () => await head('Opened').getAttribute('aria-sort')).toBe('descending');
  await press(page, page.getByRole('button', { name: 'Credits', exact: true }));
  await page.waitForURL(/order=cost/);
  await expect.poll(async () => await head('Credits').getAttribute('aria-sort')).toBe('descending');
  await expect.poll(async () => await head('Opened').getAttribute('aria-sort')).toBe('none');
  // All rows are read, so by what the API cannot sort by too.
  await page.goto('/console/runs');
  const states = page
    .getByRole('region', { name: 'Runs', exact: true })
    .locator('tr[data-index] td:first-child');
  await press(page, page.getByRole('button', { name: 'State', exact: true }));
  await expect
    .poll(async () => await states.allTextContents())
    .toEqual(['Cancelled', 'Finished', 'Finished']);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => await states.allTextContents())
    .toEqual(['Finished', 'Finished', 'Cancelled']);

  await page.goto('/console/costs');
  const days = page.getByRole('region', { name: 'Days', exact: true }).last();
  await tabTo(page, days.getByRole('button', { name: 'Credits' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => await days.getByRole('rowheader').first().textContent())
    .toBe(new Date().toISOString().slice(0, 10));
  expect(page.complaints).toEqual([]);
  await page.close();
});
