import { expect, it } from 'vitest';
import type { ApproverGroup } from '#contract/approver-group.ts';
import { putGroup } from '../support/approver-groups.ts';
import { press } from '../support/by-keyboard.ts';
import { startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';
import { publishPolicy } from '../support/policies.ts';

const stage = perFile(startConsole);

it('[console.groups] a group is made, changed and deleted by keyboard alone', async () => {
  const client = stage.client.ofWorkspace();
  const page = await stage.open('/approver-groups');
  await page.getByText('No group', { exact: true }).waitFor();
  await press(page, page.getByRole('button', { name: 'New group' }));
  const form = page.getByRole('dialog');
  await form.getByLabel('Key').waitFor();
  await page.keyboard.type('Finance');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Finance');
  await page.keyboard.press('Tab');
  await page.keyboard.type('eve@bank.example\n\nmia@bank.example');
  await form.getByText('2 members.').waitFor();
  await press(page, form.getByRole('button', { name: 'Save' }));
  await form.getByRole('alert').waitFor();
  expect(page.complaints.length).toBe(1);
  page.complaints.length = 0;
  await form.getByLabel('Key').fill('finance');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  const read = async () => (await client.get<ApproverGroup>('/v1/approver-groups/finance')).data.members;
  expect(await read()).toEqual(['eve@bank.example', 'mia@bank.example']);

  await page.getByRole('button', { name: 'Change Finance' }).click();
  await form.getByLabel('Members').fill('eve@bank.example\nm\u202Eia');
  await form.getByText('m[U+202E]ia').waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('list', { name: 'Members of Finance' }).getByText('m[U+202E]ia').waitFor();

  await page.getByRole('button', { name: 'Delete Finance' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No group', { exact: true }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.groups] a group that a policy names stays, with the way to the policy, and a change for two people is proposed', async () => {
  const client = stage.client.ofWorkspace();
  await putGroup(client, 'board', { name: 'Board', members: ['Eve', 'Mia'] });
  const stages = [{ approvals: 2, group: 'board' }];
  await publishPolicy(client, { rules: [{ name: 'all', then: 'hold', stages }] });
  const page = await stage.open('/approver-groups');
  await page.getByRole('listitem').getByRole('link', { name: 'payments' }).waitFor();
  await page.getByRole('button', { name: 'Delete Board' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.getByText('approver_group_in_use').waitFor();
  await question.getByRole('link', { name: 'payments@1' }).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(page.complaints).toEqual([expect.stringContaining('409')]);
  page.complaints.length = 0;

  await client.send('PUT', '/v1/settings/four-eyes', { json: { groups: true } });
  await page.getByRole('button', { name: 'Change Board' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Members').fill('Eve\nMia\nJoe');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Proposed. It takes effect when another person approves it.').waitFor();
  await form.getByRole('link', { name: 'Changes that wait' }).click();
  await page.getByRole('button', { name: 'Review: Create or replace the approver group board' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
