import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Run, Trace } from '#contract/run.ts';
import type { Agent } from '#contract/agent.ts';
import { definition } from '../support/agents.ts';
import { actingPatch, publishActing, startHost } from '../support/acting.ts';
import { confirm, pendingCall } from '../support/acting-run.ts';
import { createConnection } from '../support/connections.ts';
import { startConsole } from '../support/console.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { MeetingPoint } from '../support/meeting-point.ts';
import { tabTo } from '../support/by-keyboard.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
const host = perFile(startHost);

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

/** The decision on the payment of a run, once it was made. */
async function decisionOf(subject: string, run: string) {
  const client = stage.client.as(subject);
  for (;;) {
    await settled(client, run);
    const { data } = await client.get<Trace>(`/v1/loom/runs/${run}/trace`);
    const decision = data.turns[0]?.tool_calls[0]?.decision;
    if (decision !== undefined) return decision;
  }
}

const focusedLink = (page: Page, text: string) => page.locator('a:focus', { hasText: text });

it('[console.inbox-keys] [console.list-keys] what waits is listed oldest first, arrives by itself, and is decided by keyboard', async () => {
  const first = await hold('ada', 1);
  const second = await hold('bo', 2);
  const page = await stage.open('/inbox');
  const rows = page.getByRole('list', { name: 'Waiting items' }).getByRole('link');
  await rows.nth(1).waitFor();
  expect(await rows.allTextContents()).toEqual([
    expect.stringContaining('Send 1 EUR'),
    expect.stringContaining('Send 2 EUR'),
  ]);
  await hold('cy', 3);
  await rows.nth(2).waitFor();
  // The keys continue from the shown item, which appears once the list is fresh.
  await page.getByRole('region', { name: 'Send 1 EUR' }).waitFor();

  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByLabel('Reason').fill('Not now');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  // While a dialog is open, keys are its own.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => await rows.count()).toBe(2);
  await focusedLink(page, 'Send 3 EUR').waitFor();
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
  // The next item gets the focus after the list was read.
  await focusedLink(page, 'Send 3 EUR').waitFor();
  expect(await decisionOf('ada', first)).toMatchObject({ decision: 'approve', actor: 'Ada' });

  await page.keyboard.press('Enter');
  await page.waitForURL(/playground/);
  await page.getByRole('region', { name: 'Conversation' }).waitFor();
  await page.getByRole('region', { name: 'Send 3 EUR' }).getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved and done').waitFor();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByText('Nothing waits').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.inbox-keys] a key that follows at once is about the row that has the focus, and nothing else', async () => {
  await hold('hugo', 41);
  await hold('hugo', 42);
  const page = await stage.open('/inbox?subject=hugo');
  const rows = page.getByRole('list', { name: 'Waiting items' }).getByRole('link');
  await rows.nth(1).waitFor();
  await page.getByRole('region', { name: 'Send 41 EUR' }).waitFor();
  // In one step of the page, so that it does not render between them.
  await page.evaluate(`for (const key of ['j', 'j', 'a'])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));`);
  await page.getByRole('alertdialog', { name: 'Approve: Send 42 EUR' }).waitFor();
  await page.keyboard.press('Escape');
  await focusedLink(page, 'Send 42 EUR').waitFor();
  await page.evaluate(`for (const key of ['k', 'Enter'])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));`);
  await page.waitForURL(/playground/);
  await page.getByRole('region', { name: 'Send 41 EUR' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.inbox-keys] [tool-call.repeated.gated] an approval by keyboard is asked for with all that the card shows, such as that a payment repeats another', async () => {
  const reliability = { idempotent: false, retry: 'none' as const, key: ['/to'] };
  const counted = await createConnection(stage.client, { name: 'counted', base_url: host.url });
  const agent = await publishActing(
    stage.client,
    undefined,
    [actingPatch('pay_once', { reliability, wired: { gate: 'confirm' } })],
    { key: 'repeating', name: 'Repeating', connection: counted.id },
  );
  const client = stage.client.as('remy');
  const thread = await startThread(client, agent.id);
  const script = '/call pay_once {"amount":1,"to":"Bo"}';
  const first = await converse(client, thread, script);
  await confirm(client, first.id, await pendingCall(client, thread));
  await expect.poll(() => host.calls.length).toBe(1);
  await converse(client, thread, script);

  const page = await stage.open('/inbox?subject=remy');
  await page.getByRole('list', { name: 'Waiting items' }).getByRole('link').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByRole('alertdialog').getByText('A call with the same effect was made').waitFor();
  await page.keyboard.press('Escape');
  expect(host.calls).toHaveLength(1);
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
    await page.getByRole('link', { name: `Send ${amount} EUR` }).click();
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
    await page.getByRole('link', { name: 'Send 4 EUR' }).waitFor();
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

it('[console.inbox-links] [console.inbox-order] [console.inbox-rows] [console.reject-many] [console.decided] [console.row-links] what waits is sorted by the address, several are rejected at once, and what was decided is listed with what came of it', async () => {
  const runs = [await hold('zoe', 7), await hold('zoe', 900), await hold('zoe', 30)];
  const page = await stage.open('/inbox?subject=zoe&sort=amount');
  const rows = page.getByRole('list', { name: 'Waiting items' }).getByRole('link');
  await expect
    .poll(async () => (await rows.allTextContents()).map((text) => /Send \d+/.exec(text)?.[0]))
    .toEqual(['Send 900', 'Send 30', 'Send 7']);
  await rows.first().getByText('To: Bo').waitFor();
  const address = await rows.last().getAttribute('href');
  expect(address).toContain(`run=${runs[0]}`);
  await page.keyboard.press('k');
  await focusedLink(page, 'Send 900 EUR').waitFor();
  // The address says what is shown.
  await page.waitForURL(new RegExp(`run=${runs[1]}`));
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 calls selected').waitFor();
  await page.getByRole('button', { name: 'Reject 2…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reject' });
  await dialog.getByLabel('Reason').fill('Not this month');
  // Meanwhile somebody else decides on one of them.
  const { data } = await stage.client.as('zoe').get<Run>(`/v1/loom/runs/${runs[2]}`);
  const eve = stage.client.as('zoe').with({ headers: { 'service-actor': 'Eve' } });
  await confirm(eve, runs[2] ?? '', data.pending?.tool_call_id ?? '');
  await dialog.getByRole('button', { name: /^Reject \d/, disabled: false }).waitFor();
  await page.keyboard.press('Control+Enter');
  const results = dialog.getByRole('listitem');
  await results.filter({ hasText: 'Send 900 EUR' }).getByText('Rejected', { exact: true }).waitFor();
  await results.filter({ hasText: 'Send 30 EUR' }).getByText('Eve approved this call first.').waitFor();
  await dialog.getByRole('button', { name: 'Done', disabled: false }).press('Enter');
  await expect.poll(async () => await rows.count()).toBe(1);
  expect(await decisionOf('zoe', runs[1] ?? '')).toMatchObject({
    decision: 'reject',
    detail: { reason: 'Not this month' },
  });

  await page.getByRole('link', { name: 'Decided' }).click();
  const decided = page.getByRole('region', { name: 'Decided' }).getByRole('row');
  const rejected = decided.filter({ hasText: 'Send 900 EUR' });
  await rejected.getByText('Rejected').waitFor();
  await rejected.getByText('Ada', { exact: true }).waitFor();
  const sent = decided.filter({ hasText: 'Send 30 EUR' });
  await sent.getByText('Sent', { exact: true }).waitFor();
  await sent.getByText('Eve', { exact: true }).waitFor();
  await sent.getByText('an API key').waitFor();
  // A row is a link, which opens in another tab too.
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    sent.getByRole('link').click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.waitForURL(new RegExp(`/console/runs/${runs[2]}`));
  await tab.close();
  expect(page.complaints).toEqual([]);
  await page.goto(address ?? '');
  await page.getByRole('region', { name: 'Send 7 EUR' }).getByRole('button', { name: 'Approve' }).waitFor();
  await page.close();
});

/** How a row with the focus is opened, by the width of the page: where there is room, it is shown already. */
const open: Record<number, (page: Page, title: string) => Promise<void>> = {
  390: async (page, title) => {
    const place = await page.evaluate<number>('scrollY');
    expect(place).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: title }).waitFor();
    expect(await page.getByRole('list', { name: 'Waiting items' }).isVisible()).toBe(false);
    await page.goBack();
    // The way back leads to where one was.
    await focusedLink(page, title).waitFor();
    await expect.poll(async () => await page.evaluate('scrollY')).toBe(place);
    await page.keyboard.press('Enter');
  },
};

it.each([1440, 390])(
  '[console.approve-by-keyboard] [console.inbox-phone] a payment is found, looked at and approved by keyboard alone on %i pixels',
  async (width) => {
    const subject = `kim-${width}`;
    const runs: string[] = [];
    for (let amount = 1; amount <= 6; amount += 1) runs.push(await hold(subject, amount));
    const page = await stage.open(`/inbox?subject=${subject}`, { viewport: { width, height: 500 } });
    const rows = page.getByRole('list', { name: 'Waiting items' }).getByRole('link');
    await expect.poll(async () => await rows.count()).toBe(6);
    await tabTo(page, rows.last());
    await focusedLink(page, 'Send 6 EUR').waitFor();
    await page.keyboard.press('k');
    await focusedLink(page, 'Send 5 EUR').waitFor();
    const card = page.getByRole('region', { name: 'Send 5 EUR' });
    await open[width]?.(page, 'Send 5 EUR');
    await card.waitFor();
    await page.getByRole('link', { name: 'See the run' }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('"amount": 5').waitFor();
    await page.keyboard.press('Tab');
    await dialog.locator('button:focus', { hasText: 'Approve' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await decisionOf(subject, runs[4] ?? '')).toMatchObject({ decision: 'approve', actor: 'Ada' });
    await page.getByText('Approved, and sent', { exact: true }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);

it('[console.inbox-phone] [console.inbox-keys] on a phone, a payment is decided by touch alone, and a key on its row asks about it', async () => {
  const runs = [await hold('tess', 11), await hold('tess', 12)];
  const page = await stage.open('/inbox?subject=tess', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const rows = page.getByRole('list', { name: 'Waiting items' }).getByRole('link');
  await rows.nth(1).waitFor();
  await page.keyboard.press('j');
  await focusedLink(page, 'Send 11 EUR').waitFor();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Reject: Send 11 EUR' });
  await dialog.getByText('"amount": 11').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('#main').getByRole('link', { name: 'Inbox', exact: true }).tap();
  await rows.filter({ hasText: 'Send 12 EUR' }).tap();
  const card = page.getByRole('region', { name: 'Send 12 EUR' });
  for (const name of ['Reject…', 'Correct…']) await card.getByRole('button', { name }).waitFor();
  await card.getByRole('button', { name: 'Approve' }).tap();
  expect(await decisionOf('tess', runs[1] ?? '')).toMatchObject({ decision: 'approve' });
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.inbox-news] what begins to wait is told by the browser to whoever has asked for it and looks elsewhere', async () => {
  const page = await stage.open('/inbox?subject=nora', {
    alone: true,
    permissions: ['notifications'],
    prepare: async (opened) => {
      await opened.addInitScript(`
        globalThis.told = [];
        globalThis.Notification = class extends EventTarget {
          static permission = 'granted';
          constructor(title, { body }) { super(); told.push([title, body]); }
        };
        Object.defineProperty(document, 'hidden', { get: () => true });`);
    },
  });
  await page.getByRole('button', { name: 'Notifications off' }).click();
  await page.getByRole('button', { name: 'Notifications on' }).waitFor();
  await hold('nora', 8);
  await expect.poll(async () => await page.evaluate('told')).toEqual([['Send 8 EUR', 'Demo for nora']]);
  await page.close();
});

/** Items that wait for a subject expire in this many minutes. */
async function endIn(subject: string, minutes: number): Promise<void> {
  const at = new Date(Date.now() + minutes * 60_000);
  const { runs } = stage.service.db;
  const mine = { workspace_id: stage.workspaceId, subject_ref: subject };
  await runs.updateMany({ ...mine, pauses: { $exists: true } }, { $set: { 'pauses.$[].expires_at': at } });
}

it('[console.inbox-reminds] what is about to expire is told on every page, and by the browser in a tab that nobody looks at', async () => {
  const page = await stage.open('/runs', {
    alone: true,
    permissions: ['notifications'],
    prepare: async (opened) => {
      await opened.clock.install();
      await opened.addInitScript(`
        globalThis.told = [];
        localStorage.setItem('heddle-notifications', 'on');
        globalThis.Notification = class extends EventTarget {
          static permission = 'granted';
          constructor(title) { super(); told.push(title); }
        };
        Object.defineProperty(document, 'hidden', { get: () => true });
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });`);
    },
  });
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  await hold('vera', 51);
  await hold('vera', 52);
  const banner = page.getByText(/waits for you, and expires/);
  const told = async (): Promise<unknown> => {
    await page.clock.fastForward(61_000);
    return await page.evaluate('told');
  };
  await endIn('vera', 40);
  // Without notifications, the page polls.
  await expect.poll(told).toContainEqual(expect.stringMatching(/^Expires in \d+ min: Send 51 EUR$/));
  expect(await banner.count()).toBe(0);
  await endIn('vera', 10);
  const shown = banner.filter({ hasText: /Send 5[12] EUR.*and 1 more soon after/ });
  await expect
    .poll(async () => {
      await told();
      return await shown.count();
    })
    .toBe(1);
  await page.getByRole('link', { name: 'See them' }).click();
  await page
    .getByRole('list', { name: 'Waiting items' })
    .getByText(/^expires in/)
    .first()
    .waitFor();
  await page.close();
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
