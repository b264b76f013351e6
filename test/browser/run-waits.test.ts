import { expect, it } from 'vitest';
import { converse, startThread } from '#client/conversation.ts';
import { startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);

it('[console.run-waits] [console.outcome-told] on the page of a run that waits, a payment is approved, and another run is cancelled', async () => {
  const client = stage.client.as('eve');
  const pay = '/call send_payment {"amount":3,"currency":"EUR","to":"Bo"}\n---\n/say Paid.';
  const held = await converse(client, await startThread(client, stage.agent.id), pay);
  const page = await stage.open(`/runs/${held.id}?subject=eve`);
  await page.getByText('send_payment is held until somebody approves it.').waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  // Told as in the inbox: once it is known.
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByText('Approved, and sent', { exact: true })
    .waitFor();
  await page.getByText('Paid.', { exact: true }).waitFor();
  await page.getByText(/^Approved by Ada/).waitFor();
  await page.getByText('Waited for a person', { exact: false }).first().waitFor();

  const lost = await converse(client, await startThread(client, stage.agent.id), pay);
  await page.goto(`/console/runs/${lost.id}?subject=eve`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByText('The run was cancelled.', { exact: true }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
