import { expect, it } from 'vitest';
import type { ApprovalPolicy } from '#contract/approval-policy.ts';
import type { Change } from '#contract/change.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { putGroup } from '../support/approver-groups.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';
import { publishPolicy } from '../support/policies.ts';

const stage = perFile(startConsole);
const client = () => stage.client.ofWorkspace();

async function draftOf(key?: string, name = 'Ada'): Promise<ConsolePage> {
  const page = await stage.open(`/approval-policies/draft${key === undefined ? '' : `?key=${key}`}`, {
    name,
  });
  await page.getByLabel('Policy as JSON').waitFor();
  return page;
}

/** The draft on the page. */
async function jsonOf(page: ConsolePage): Promise<Record<string, unknown>> {
  return JSON.parse(await page.getByLabel('Policy as JSON').inputValue()) as Record<string, unknown>;
}

/** Presses a button without a mouse. */
async function press(page: ConsolePage, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

it('[console.policies] [console.policy-publish] a policy is made from an example and published by keyboard alone; what the API refuses stands at its field', async () => {
  const page = await draftOf();
  await page.getByLabel('Key', { exact: true }).focus();
  await page.keyboard.type('four-eyes');
  await page.getByLabel('Begin with').focus();
  await page.keyboard.press('ArrowDown');
  const value = page.getByLabel('Value of condition 2');
  await expect.poll(async () => await value.inputValue()).toBe('10000');
  await value.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('500.5');
  await expect
    .poll(async () => JSON.stringify(await jsonOf(page)))
    .toContain('"amount":{"type":"number","minimum":0,"maximum":500.5}');

  // Nobody is in the group yet.
  await press(page, 'Publish…');
  await page
    .getByRole('dialog')
    .getByText('Calls where amount is at least 0 and amount is at most 500.5')
    .waitFor();
  await press(page, 'Publish');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const group = page.getByLabel('Approvers at stage 1');
  await expect.poll(async () => await group.getAttribute('aria-invalid')).toBe('true');
  expect(page.complaints).toEqual([expect.stringContaining('422')]);
  page.complaints.length = 0;

  await putGroup(client(), 'finance', { name: 'Finance', members: ['Eve', 'Mia'] });
  await press(page, 'Publish…');
  await press(page, 'Publish');
  await page.getByText('Version 1 of 1').waitFor();
  await page.getByText('2 approvals of the group finance').waitFor();
  const { data } = await client().get<ApprovalPolicy>('/v1/approval-policies/four-eyes@1');
  expect(data.rules[1]).toMatchObject({
    stages: [{ approvals: 2, group: 'finance' }],
    exclude_subject: true,
  });
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.policies] the form and the JSON are one state, which keeps what the form does not know', async () => {
  await publishPolicy(client(), { key: 'kept', rules: [{ name: 'all', then: 'hold' }] });
  const page = await draftOf('kept');
  const json = page.getByLabel('Policy as JSON');
  await json.fill('{"key": "kept", "rules": [');
  await page.getByText('The form cannot show this policy.').waitFor();
  await json.fill(
    '{"key":"kept","checks":[{"identify":"/to"}],"rules":[{"name":"one","then":"hold","later":true}]}',
  );
  await page.getByRole('region', { name: 'More members of the policy' }).getByText('identify').waitFor();
  await page.getByRole('region', { name: 'More members of the rule' }).getByText('later').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('two');
  await press(page, 'Add a stage');
  await page.getByRole('button', { name: 'Add a limit' }).click();
  await page.getByLabel('At most').fill('12e');
  await page.getByLabel('Calls above the limit').selectOption('hold');
  await page.getByLabel('The subject may not approve its own call').last().check();
  await page.getByLabel('A decision must carry the digest').last().check();
  expect(await jsonOf(page)).toMatchObject({
    checks: [{ identify: '/to' }],
    rules: [{ name: 'two', then: 'hold', later: true, stages: [{ approvals: 1 }] }],
    limits: [{ name: 'limit 1', max: '12e', then: 'hold', exclude_subject: true, require_digest: true }],
  });
  // A slip does not lose the input.
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('At most').inputValue()).toBe('12e');
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.policy-simulation] a draft is simulated, with what differs from the newest version, and examples lead to their runs', async () => {
  await publishPolicy(client(), { key: 'simulated', rules: [{ name: 'all', then: 'hold' }] });
  const ada = stage.client.as('ada');
  const runs: string[] = [];
  for (const amount of [10, 20_000]) {
    const thread = await startThread(ada, stage.agent.id);
    runs.push(
      (await converse(ada, thread, `/call send_payment {"amount":${amount},"currency":"EUR","to":"Bo"}`)).id,
    );
  }
  const page = await draftOf('simulated');
  await page.getByLabel('Matches').selectOption({ label: 'Calls that match all of these' });
  await page.getByLabel('Then', { exact: true }).selectOption('deny');
  await press(page, 'Simulate');
  await page.getByText('2 calls: 0 allowed, 1 held, 1 denied.').waitFor();
  const calls = page.getByRole('tabpanel');
  await calls.getByText('Rule “all”').waitFor();
  const link = calls.getByRole('link', { name: /send_payment/ });
  expect(await link.getAttribute('href')).toBe(`/console/runs/${runs[1]}`);
  await page.getByRole('tab', { name: 'Held (1)' }).click();
  await calls.getByText('No rule matches').waitFor();
  await page.getByRole('tab', { name: 'Differs from simulated@1 (1)' }).waitFor();
  // The result is of what was simulated.
  await page.getByLabel('Then', { exact: true }).selectOption('allow');
  await page.getByText('The draft has changed since').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.policy-publish] where policies need two people, publishing proposes, and says where the change waits', async () => {
  const own = client();
  await publishPolicy(own, { key: 'guarded', rules: [{ name: 'all', then: 'hold' }] });
  await own.send('PUT', '/v1/settings/four-eyes', { json: { policies: true } });
  const page = await draftOf('guarded');
  await page.getByLabel('Then', { exact: true }).selectOption('allow');
  await press(page, 'Publish…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('"then": "hold"').waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText('Proposed. It takes effect when another person approves it.').waitFor();
  const { data } = await own.get<Change[]>('/v1/changes');
  expect(data).toMatchObject([{ operation: 'publishApprovalPolicy', proposed: { actor: 'Ada' } }]);
  await dialog.getByRole('link', { name: 'Changes that wait' }).click();
  await page.getByRole('button', { name: 'Review: Publish the approval policy guarded' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
