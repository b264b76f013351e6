import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Trace } from '#contract/run.ts';
import type { Agent } from '#contract/agent.ts';
import { definition } from '../support/agents.ts';
import { createConnection } from '../support/connections.ts';
import { startConsole } from '../support/console.ts';
import { converse, settled, startThread } from '#client/conversation.ts';
import { MeetingPoint } from '../support/meeting-point.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);

/** A payment of a subject that waits; resolves to the id of its run. */
async function hold(subject: string, amount: number, agentId = stage.agent.id): Promise<string> {
  const client = stage.client.as(subject);
  const thread = await startThread(client, agentId);
  const { id } = await converse(
    client,
    thread,
    `/call send_payment {"amount":${amount},"currency":"EUR","to":"Bo"}\n---\n/say Paid.`,
  );
  return id;
}

/** What was decided on the payment of a run, once it was. */
async function decisionOf(subject: string, run: string) {
  const client = stage.client.as(subject);
  for (;;) {
    await settled(client, run);
    const { data } = await client.get<Trace>(`/v1/loom/runs/${run}/trace`);
    const decision = data.turns[0]?.tool_calls[0]?.decision;
    if (decision !== undefined) return decision;
  }
}

it('[console.inbox-keys] what waits is listed oldest first, arrives by itself, and is decided by keyboard', async () => {
  const first = await hold('ada', 1);
  const second = await hold('bo', 2);
  const page = await stage.open('/inbox');
  const rows = page.getByRole('list', { name: 'What waits' }).getByRole('button');
  await rows.nth(1).waitFor();
  expect(await rows.allTextContents()).toEqual([
    expect.stringContaining('Send 1 EUR'),
    expect.stringContaining('Send 2 EUR'),
  ]);
  await hold('cy', 3);
  await rows.nth(2).waitFor();

  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByLabel('Reason').fill('Not now');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  // While a dialog is open, keys are its own.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => await rows.count()).toBe(2);
  expect(await decisionOf('bo', second)).toMatchObject({
    decision: 'reject',
    actor: 'Ada',
    detail: { reason: 'Not now' },
  });

  await page.keyboard.press('k');
  await page.keyboard.press('a');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(async () => await rows.count()).toBe(1);
  expect(await decisionOf('ada', first)).toMatchObject({ decision: 'approve', actor: 'Ada' });

  await page.keyboard.press('Enter');
  await page.waitForURL(/playground/);
  await page.getByRole('region', { name: 'Send 3 EUR' }).getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved and done').waitFor();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByText('Nothing waits').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.outcome-told] an approver is told what an approval has brought about, and not that it was approved', async () => {
  const { client } = stage;
  const nowhere = await createConnection(client, { name: 'nowhere', base_url: 'http://127.0.0.1:9' });
  const { data: agent } = await client.post<Agent>(
    '/v1/agents',
    definition({
      key: 'unlucky',
      name: 'Unlucky',
      patches: [{ ref: 'send_payment@1', gate: 'confirm' }],
      connection: nowhere.id,
    }),
  );
  await hold('gil', 21);
  await hold('gil', 22, agent.id);
  const page = await stage.open('/inbox');
  await page.getByLabel('Subject').fill('gil');
  const notices = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  const approve = async (amount: number): Promise<void> => {
    await page.getByRole('button', { name: `Send ${amount} EUR` }).click();
    const card = page.getByRole('region', { name: `Send ${amount} EUR` });
    await card.getByRole('button', { name: 'Approve' }).click();
  };
  await approve(21);
  await notices.filter({ hasText: 'Approved, and sentSend 21 EUR' }).waitFor();
  await approve(22);
  await notices.filter({ hasText: /Approved, but failedSend 22 EUR: .*refused the connection/ }).waitFor();
  expect(await notices.filter({ hasText: 'it is being carried out' }).count()).toBe(0);
  await page.close();
});

it('[console.race] of two people who decide at once, one wins, and the other sees who', async () => {
  const run = await hold('dora', 4);
  const [grace, linus] = await Promise.all([
    stage.open('/inbox', { name: 'Grace' }),
    stage.open('/inbox', { name: 'Linus' }),
  ]);
  for (const page of [grace, linus]) {
    await page.getByLabel('Subject').fill('dora');
    await page.getByRole('button', { name: 'Send 4 EUR' }).waitFor();
  }
  const approve = grace.getByRole('button', { name: 'Approve' });
  await linus.getByRole('button', { name: 'Reject…' }).click();
  await approve.waitFor();
  // Nothing is decided, and no card leaves a page, before both have decided.
  const both = new MeetingPoint();
  both.expect(2);
  for (const page of [grace, linus]) {
    await page.route('**/confirm', async (route) => {
      await both.arrive();
      await route.continue();
    });
  }
  await Promise.all([approve.click(), linus.getByRole('button', { name: 'Reject', exact: true }).click()]);
  const decision = await decisionOf('dora', run);
  const graceWon = decision.actor === 'Grace';
  expect(decision.decision).toBe(graceWon ? 'approve' : 'reject');
  const loser = graceWon ? linus : grace;
  // Above the list. Its card may say so too, until the next one is shown.
  await loser
    .getByText(`Send 4 EUR: ${graceWon ? 'Grace approved' : 'Linus rejected'} this call first.`)
    .waitFor();
  await Promise.all([grace.close(), linus.close()]);
});

/** Presses keys one right after the other, however slow the machine is. */
const pressAtOnce = async (page: Page, keys: string[]): Promise<void> =>
  await page.evaluate(`for (const key of ${JSON.stringify(keys)})
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));`);

it('[console.palette] pages are reached by the command palette and by shortcuts, without a mouse', async () => {
  await hold('fay', 5);
  const page = await stage.open('/inbox');
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  // The two keys count if they follow each other within a second. The second one is no decision then.
  await pressAtOnce(page, ['g', 'r']);
  await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('dashboard');
  await page.getByRole('option', { name: 'Overview', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.complaints).toEqual([]);
  await page.close();
});
