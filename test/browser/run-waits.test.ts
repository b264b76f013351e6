import { expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
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
  // As in the inbox: shown once it is known.
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

it('[console.run-waits] on the page of a run that waits, a payment is rejected with a reason, a question answered, and an outcome reported', async () => {
  const client = stage.client.as('uri');
  const page = await stage.open('/runs');
  const look = async (call: string): Promise<void> => {
    const thread = await startThread(client, stage.agent.id);
    const { id } = await converse(client, thread, `/call ${call}\n---\n/say {{last}}`);
    await page.goto(`/console/runs/${id}?subject=uri`);
  };
  await look('send_payment {"amount":3,"currency":"EUR","to":"Bo"}');
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByLabel('Reason').fill('Too much');
  await page.getByLabel('Reason').press('Control+Enter');
  await page.getByText(/^Rejected by Ada/).waitFor();

  await look('ask_user {"question":"Which?","options":["Giro","Savings"]}');
  await page.getByRole('region', { name: 'Question' }).getByRole('button', { name: 'Savings' }).click();
  await page.getByText('{"answer":"Savings"}', { exact: true }).first().waitFor();

  await look('sign_contract {"document":"lease"}');
  await page.getByLabel('Note').fill('At the notary');
  await page.getByRole('button', { name: 'It happened' }).click();
  await page.getByText(/^Reported as done by Ada/).waitFor();
  expect(await page.getByRole('region', { name: 'Proposed action' }).count()).toBe(0);
  expect(page.complaints).toEqual([]);
  await page.close();
});
