import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { Freeze } from '#contract/freeze.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { startConsole } from '../support/console.ts';
import { freeze, lift } from '../support/freezes.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);

it('[freeze.put] [freeze.held.shown] [freeze.lifted] the button freezes all calls with a reason, a banner says so, and lifting sends what was approved', async () => {
  const client = stage.client.ofWorkspace();
  const thread = await startThread(stage.client.as('ada'), stage.agent.id);
  await converse(
    stage.client.as('ada'),
    thread,
    '/call send_payment {"amount":1,"currency":"EUR","to":"Bo"}\n---\n/say Paid.',
  );
  const page = await stage.open('/inbox');
  await page.getByRole('button', { name: 'Freeze all calls' }).click();
  const question = page.getByRole('alertdialog');
  const confirm = question.getByRole('button', { name: 'Freeze' });
  // Without a reason, nothing is frozen.
  expect(await confirm.isDisabled()).toBe(true);
  await question.getByLabel('Reason').fill('An account was taken over\u202E.');
  await confirm.click();
  await question.waitFor({ state: 'detached' });
  const banner = page.getByRole('status').filter({ hasText: 'All calls are frozen' });
  await banner.getByText('An account was taken over[U+202E].').waitFor();
  const { data: freezes } = await client.get<Freeze[]>('/v1/freeze');
  expect(freezes).toMatchObject([{ scope: 'workspace', actor: 'Ada' }]);

  const held = page.getByRole('region', { name: 'Send 1 EUR' });
  await held.getByRole('button', { name: 'Approve' }).click();
  const frozen = async () =>
    (await client.get<Approval[]>('/v1/loom/approvals')).data.flatMap((item) => item.frozen ?? []);
  await expect.poll(frozen, { timeout: 30_000 }).toMatchObject([{ scope: 'workspace' }]);
  await page.goto(new URL('/console/inbox', page.url()).href);
  await held.getByText(/frozen/i).waitFor();
  expect(await held.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  await held.getByRole('button', { name: 'Withdraw' }).waitFor();

  await banner.getByRole('button', { name: 'Lift' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift' }).click();
  await banner.waitFor({ state: 'detached' });
  await page.getByText('Nothing waits').waitFor();
  expect((await client.get<Freeze[]>('/v1/freeze')).data).toEqual([]);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[freeze.put] an agent is frozen where it is listed, and a freeze of another person is shown', async () => {
  const client = stage.client.ofWorkspace();
  await freeze(client, { scope: 'agent', id: stage.agent.key }, 'It errs.');
  const page = await stage.open('/agents');
  const banner = page
    .getByRole('status')
    .filter({ hasText: `Calls of the agent ${stage.agent.key} are frozen` });
  await banner.getByText('It errs.').waitFor();
  await page.getByRole('button', { name: `Freeze the agent ${stage.agent.key}` }).waitFor();
  await lift(client, { scope: 'agent', id: stage.agent.key });
  expect(page.complaints).toEqual([]);
  await page.close();
});
