import { expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { budgetsOf } from '../support/budgets.ts';
import { press, tabTo } from '../support/by-keyboard.ts';
import { startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);

it('[console.budgets] a budget is made by keyboard alone, shows what is spent, is changed and deleted', async () => {
  const client = stage.client.ofWorkspace();
  const page = await stage.open('/budgets');
  await page.getByText('No budget', { exact: true }).waitFor();
  await press(page, page.getByRole('button', { name: 'New budget' }));
  const form = page.getByRole('dialog');
  await form.getByLabel('Of', { exact: true }).selectOption('agent');
  await form.getByLabel('Agent').waitFor();
  await tabTo(page, form.getByLabel('Credits'));
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  await expect.poll(async () => await form.getByLabel('Credits').getAttribute('aria-invalid')).toBe('true');
  expect(page.complaints).toEqual([expect.stringContaining('422')]);
  page.complaints.length = 0;
  await form.getByLabel('Credits').fill('12.5');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await page.getByText('0 of 12.5').waitFor();
  expect(await budgetsOf(client)).toMatchObject([
    { scope: 'agent', of: 'demo', credits: 12.5, period: 'month' },
  ]);

  const ada = stage.client.as('ada');
  await converse(ada, await startThread(ada, stage.agent.id), 'Hello');
  const change = page.getByRole('button', { name: 'Change: Agent demo, a month' });
  await change.click();
  await form.getByLabel('Credits').fill('0.000001');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('used up').waitFor();
  await page.getByRole('button', { name: 'Delete: Agent demo, a month' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No budget', { exact: true }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
