import { expect, it } from 'vitest';
import type { ApproverGroup } from '#contract/approver-group.ts';
import type { FourEyes } from '#contract/change.ts';
import { putGroup } from '../support/approver-groups.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);

/** The page of changes, as somebody sees it. */
async function changesOf(name: string): Promise<ConsolePage> {
  const page = await stage.open('/changes', { name });
  await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
  return page;
}

async function review(page: ConsolePage, title: string) {
  await page.getByRole('button', { name: `Review: ${title}` }).click();
  return page.getByRole('dialog');
}

it('[console.changes] what one person proposes is shown beside what there is, and another one approves it', async () => {
  const client = stage.client.ofWorkspace();
  await putGroup(client, 'finance', { name: 'Finance', members: ['Ada', 'Grace'] });
  const ada = await changesOf('Ada');
  await ada.getByText('No change', { exact: true }).waitFor();
  await ada.getByLabel('Approver groups').check();
  await ada.getByRole('button', { name: 'Save' }).click();
  await ada.getByText('Saved', { exact: true }).waitFor();
  const eve = client.with({ headers: { 'service-actor': 'Ada' } });
  const { status } = await putGroup(eve, 'finance', { name: 'Finance', members: ['Ada', 'Mallory\u202E'] });
  expect(status).toBe(202);

  const own = await review(ada, 'Create or replace the approver group finance');
  await own.getByText('Mallory[U+202E]').waitFor();
  await own.getByText('"Grace"').waitFor();
  await own.getByRole('button', { name: 'Approve' }).click();
  await own.getByRole('alert').getByText('forbidden_approver').waitFor();
  expect(ada.complaints).toEqual([expect.stringContaining('403')]);
  await ada.close();

  const grace = await changesOf('Grace');
  const dialog = await review(grace, 'Create or replace the approver group finance');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.waitFor({ state: 'detached' });
  await grace.getByText('Approved', { exact: true }).waitFor();
  const { data } = await client.get<ApproverGroup>('/v1/approver-groups/finance');
  expect(data.members).toEqual(['Ada', 'Mallory\u202E']);

  // Switching it off waits for somebody else as well.
  await grace.getByLabel('Approver groups').uncheck();
  await grace.getByRole('button', { name: 'Save' }).click();
  await grace.getByRole('alert').getByText('change_proposed').waitFor();
  await (
    await review(grace, 'Set the changes that need two people')
  )
    .getByRole('button', { name: 'Reject' })
    .click();
  await grace.getByText('Rejected', { exact: true }).waitFor();
  expect((await client.get<FourEyes>('/v1/settings/four-eyes')).data.groups).toBe(true);
  expect(grace.complaints).toEqual([]);
  await grace.close();
});
