import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { stepTimeoutMs } from '#tools/dev/browser/chromium.ts';
import { startStandInProvider, type StandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import { callsOf, confirm } from '../support/acting-run.ts';
import { startConsole } from '../support/console.ts';
import { openAsPerson } from '../support/oidc/console-person.ts';
import { setUpSignIn } from '../support/oidc/console-sign-in.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
const atCompany = perFile(startConsole);
let provider: StandInProvider;
beforeAll(async () => {
  provider = await startStandInProvider();
  await setUpSignIn(atCompany.client, provider.issuer);
});
afterAll(async () => await provider.stop());

/** A held payment. */
interface Held {
  run: string;
  subject: string;
  amount: number;
}

/** Payments of a subject that wait, the first one the longest. */
async function holdAll(subject: string, amounts: number[], { client, agent } = stage): Promise<Held[]> {
  const held: Held[] = [];
  for (const amount of amounts) {
    const thread = await startThread(client.as(subject), agent.id);
    const script = `/call send_payment {"amount":${amount},"currency":"EUR","to":"Bo"}\n---\n/say Paid.`;
    const { id: run } = await converse(client.as(subject), thread, script);
    held.push({ run, subject, amount });
  }
  return held;
}

const decisionOn = async ({ run, subject }: Held, { client } = stage) =>
  (await callsOf(client.as(subject), run))[0]?.decision;

/** Somebody else approves. */
async function approveAsEve({ run, subject }: Held): Promise<void> {
  const client = stage.client.as(subject);
  const { data } = await client.get<Run>(`/v1/loom/runs/${run}`);
  const eve = client.with({ headers: { 'service-actor': 'Eve' } });
  const { status } = await confirm(eve, run, data.pending?.tool_call_id ?? '');
  expect(status).toBe(202);
}

const listOf = (page: Page) => page.getByRole('list', { name: 'Waiting items' });
const rowOf = (page: Page, amount: number) =>
  listOf(page)
    .getByRole('listitem')
    .filter({ hasText: `Send ${amount} EUR` });
const boxOf = (page: Page, amount: number) => rowOf(page, amount).getByRole('checkbox');
const topOf = async (page: Page, amount: number) => (await rowOf(page, amount).boundingBox())?.y;

async function expectAxeClean(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    axe.options({ rules: { 'target-size': { enabled: true } } });
    if ((await page.getByRole('dialog').count()) > 0) axe.include('[role=dialog]');
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  }
}

it('[console.decide-many] [console.decide-many.still] calls are selected by mouse, stay in place while others decide, and are approved by one deliberate act', async () => {
  const held = await holdAll('mira', [71, 72, 73, 74, 75]);
  const page = await stage.open('/inbox?subject=mira');
  await rowOf(page, 75).waitFor();
  const before = await topOf(page, 75);
  await boxOf(page, 72).click();
  // The buttons that appear move no row.
  await page.getByRole('button', { name: 'Approve 1…' }).waitFor();
  expect(await topOf(page, 75)).toBe(before);
  await boxOf(page, 74).click({ modifiers: ['Shift'] });
  await page.getByText('3 calls selected').waitFor();

  // Two are settled by somebody else, one of which is selected: no row moves, and both stay until they are dismissed.
  const [first, , third] = held as [Held, Held, Held];
  await approveAsEve(first);
  await approveAsEve(third);
  await rowOf(page, 71).getByText('No longer listed').waitFor();
  await rowOf(page, 73).getByText('No longer listed').waitFor();
  expect(await topOf(page, 75)).toBe(before);

  await page.getByRole('button', { name: 'Approve 3…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 2 calls?' });
  await dialog.getByText('2 calls whose patch declares no payment').waitFor();
  const left = dialog.getByRole('list', { name: 'Left out' }).getByRole('listitem');
  await left.filter({ hasText: 'Send 73 EUR' }).getByText('Eve approved this call first.').waitFor();
  // Enter alone decides nothing: the focus is on what closes the dialog.
  await dialog.locator('button:focus', { hasText: 'Cancel' }).waitFor();
  await dialog.getByRole('button', { name: 'Approve 2' }).click();
  const results = page.getByRole('dialog').getByRole('list', { name: 'Results' }).getByRole('listitem');
  await results.filter({ hasText: 'Send 72 EUR' }).getByText('Approved', { exact: true }).waitFor();
  await results.filter({ hasText: 'Send 74 EUR' }).getByText('Approved', { exact: true }).waitFor();
  await page.getByText('2 calls approved, 1 left out.').waitFor();

  const done = page.getByRole('dialog').getByRole('button', { name: 'Done' });
  await done.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The row that nobody was asked about stays until it is dismissed.
  await rowOf(page, 71).getByRole('button', { name: 'Dismiss Send 71 EUR, for mira' }).click();
  await expect.poll(async () => await listOf(page).getByRole('listitem').count()).toBe(1);
  for (const at of [1, 3]) {
    expect(await decisionOn(held[at] as Held)).toMatchObject({ decision: 'approve', actor: 'Ada' });
  }
  expect(await decisionOn(third)).toMatchObject({ decision: 'approve', actor: 'Eve' });
  expect(await decisionOn(held[4] as Held)).toBeUndefined();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.decide-many] no button that approves comes under a pointer that rests where it has closed the dialog', async () => {
  await holdAll('paula', [81, 82]);
  const page = await stage.open('/inbox?subject=paula');
  const approve = page.getByRole('region', { name: 'Send 81 EUR' }).getByRole('button', { name: 'Approve' });
  await approve.waitFor();
  await page.getByRole('checkbox', { name: 'Select all 2 shown' }).click();
  await page.getByRole('button', { name: 'Approve 2…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await approve.count()).toBe(0);
  await page.mouse.move(20, 20);
  await approve.waitFor();
  // With the keyboard there is no pointer to rest.
  await page.getByRole('button', { name: 'Reject 2…' }).press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await approve.count()).toBe(1);
  await page.getByText('2 calls selected').waitFor();
  await page.close();
});

it('[console.decide-many] by keyboard alone, rows and ranges are selected, cleared and rejected with one reason', async () => {
  const held = await holdAll('kora', [61, 62, 63, 64]);
  const page = await stage.open('/inbox?subject=kora');
  await rowOf(page, 64).waitFor();
  const focused = (amount: number) => page.locator('a:focus', { hasText: `Send ${amount} EUR` });
  await page.getByRole('region', { name: 'Send 61 EUR' }).waitFor();
  await page.keyboard.press('j');
  await focused(62).waitFor();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await focused(63).waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await focused(64).waitFor();
  await page.getByText('3 calls selected').waitFor();
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByText('2 calls selected').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(async () => await page.getByText('calls selected').count()).toBe(0);
  for (const key of ['k', 'k', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await page.getByText('3 calls selected').waitFor();
  expect(await boxOf(page, 64).isChecked()).toBe(false);

  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject 3 calls?' });
  await dialog.getByLabel('Reason').fill('Not this month');
  // The button takes no press before the dialog has been seen for a moment.
  await dialog.getByRole('button', { name: 'Reject 3', disabled: false }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('3 calls rejected.').waitFor();
  await page.getByRole('dialog').locator('button:focus', { hasText: 'Done' }).press('Enter');
  await expect.poll(async () => await listOf(page).getByRole('listitem').count()).toBe(1);
  for (const each of held.slice(0, 3)) {
    expect(await decisionOn(each)).toMatchObject({
      decision: 'reject',
      actor: 'Ada',
      detail: { reason: 'Not this month' },
    });
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Extend the selection').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.decide-many] [console.accessible] on a phone, several are approved by touch, and axe finds nothing in either theme', async () => {
  const held = await holdAll('toni', [51, 52]);
  const page = await stage.open('/inbox?subject=toni', {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
  });
  await rowOf(page, 52).waitFor();
  await page.getByRole('checkbox', { name: 'Select all 2 shown' }).tap();
  await page.getByText('2 calls selected').waitFor();
  await expectAxeClean(page);
  await page.getByRole('button', { name: 'Approve 2…' }).tap();
  await page.getByRole('dialog').getByText('2 calls whose patch').waitFor();
  await expectAxeClean(page);
  const confirmed = page.getByRole('dialog').getByRole('button', { name: 'Approve 2' });
  await expect.poll(async () => (await confirmed.boundingBox())?.y ?? 812).toBeLessThan(812 - 36);
  await confirmed.tap();
  await page.getByText('2 calls approved.').waitFor();
  await expectAxeClean(page);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(375);
  for (const each of held) expect(await decisionOn(each)).toMatchObject({ decision: 'approve' });
  await page.close();
});

it('[console.decide-many] [passkey.decision] one passkey signs one decision on several calls', async () => {
  const email = 'eve@example.com';
  const held = await holdAll('sina', [41, 42], atCompany);
  const page = await openAsPerson(atCompany, provider, { email, groups: ['approvers'] }, '/passkeys');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(`Laptop of ${email}`).waitFor();

  await page.goto('/console/inbox');
  await page.getByRole('checkbox', { name: 'Select all 2 shown' }).click();
  await page.getByRole('button', { name: 'Approve 2…' }).click();
  await page.getByRole('button', { name: 'Approve 2 and sign' }).click();
  await page.getByText('2 calls approved.').waitFor({ timeout: stepTimeoutMs });
  const decisions = await Promise.all(
    held.map(
      async ({ run, subject }) => (await callsOf(atCompany.client.as(subject), run))[0]?.decisions?.[0],
    ),
  );
  expect(decisions).toMatchObject([
    { actor: email, via: 'passkey' },
    { actor: email, via: 'passkey' },
  ]);
  const [one, other] = decisions;
  expect(one?.decision_id).toBeDefined();
  expect(other?.decision_id).toBe(one?.decision_id);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.decide-many] [console.roles] a viewer selects nothing, and the service refuses their decision', async () => {
  const [held] = (await holdAll('vito', [31], atCompany)) as [Held];
  const viewer = { email: 'vic@example.com', groups: ['viewers'] };
  const page = await openAsPerson(atCompany, provider, viewer, '/inbox?subject=vito');
  await rowOf(page, 31).waitFor();
  expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
  await page.keyboard.press('j');
  for (const key of ['x', 'Shift+X', 'a']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  const { data: run } = await atCompany.client.as('vito').get<Run>(`/v1/loom/runs/${held.run}`);
  const item = { run_id: held.run, tool_call_id: run.pending?.tool_call_id };
  const refused = await page.evaluate(
    async (items) => {
      const response = await fetch('/v1/loom/approvals/decide', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Console-Request': 'console' },
        body: JSON.stringify({ decision: 'approve', items }),
      });
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
    },
    [item],
  );
  expect(refused).toEqual([403, 'forbidden']);
  expect(await decisionOn(held, atCompany)).toBeUndefined();
  await page.close();
});
