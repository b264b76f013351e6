import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Approval } from '#contract/approval.ts';
import type { Trace } from '#contract/run.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { definition } from '../support/agents.ts';
import { putGroup } from '../support/approver-groups.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';
import { publishPolicy } from '../support/policies.ts';

const stage = perFile(startConsole);
let agent: Agent;
beforeAll(async () => {
  const client = stage.client.ofWorkspace();
  await putGroup(client, 'finance', { name: 'Finance', members: ['Ada', 'Grace'] });
  await putGroup(client, 'board', { name: 'The board', members: ['Linus', 'Mia'] });
  await publishPolicy(client, {
    rules: [
      {
        name: 'two stages',
        then: 'hold',
        stages: [
          { approvals: 2, group: 'finance', via: ['api_key'] },
          { approvals: 1, group: 'board' },
        ],
      },
    ],
  });
  const patches = [{ ref: 'send_payment@1', gate: { type: 'policy', policy: 'payments' } }];
  ({ data: agent } = await client.post<Agent>(
    '/v1/agents',
    definition({ key: 'bank', name: 'Bank', patches }),
  ));
});

/** A payment of a subject that waits for three approvals; resolves to the id of its run. */
async function hold(subject: string, amount: number): Promise<string> {
  const client = stage.client.as(subject);
  const thread = await startThread(client, agent.id);
  const text = `/call send_payment {"amount":${amount},"currency":"EUR","to":"Bo"}\n---\n/say {{last}}`;
  const { id } = await converse(client, thread, text);
  return id;
}

const waitingFor = async (subject: string): Promise<Approval | undefined> =>
  (await stage.client.as(subject).get<Approval[]>('/v1/loom/approvals')).data[0];

const callsOf = async (subject: string, run: string) =>
  (await stage.client.as(subject).get<Trace>(`/v1/loom/runs/${run}/trace`)).data.turns.flatMap(
    ({ tool_calls }) => tool_calls,
  );

/** The inbox of somebody, with what waits for one subject. */
async function inboxOf(name: string, subject: string): Promise<ConsolePage> {
  const page = await stage.open('/inbox', { name });
  await page.getByLabel('Subject').fill(subject);
  return page;
}

const cardOf = (page: ConsolePage, title: string) => page.getByRole('region', { name: title });
const approveOf = (page: ConsolePage, title: string) =>
  cardOf(page, title).getByRole('button', { name: 'Approve', exact: true });

it('[console.stages] a card shows who has approved, what is required and of whom, and an approval can be withdrawn', async () => {
  const run = await hold('ada', 20_000);
  const ada = await inboxOf('Ada', 'ada');
  const progress = cardOf(ada, 'Send 20000 EUR').getByRole('region', { name: 'Approvals' });
  await progress.getByText('0 of 3 approvals: stage 1 of 2').waitFor();
  await progress
    .getByText(
      'Still required at this stage: 2 of the members of Finance finance, known by an API key. Then 1 more stage.',
    )
    .waitFor();
  // The arguments are there beside the summary, and not behind a click.
  await cardOf(ada, 'Send 20000 EUR').getByText('"amount": 20000').waitFor();
  await cardOf(ada, 'Send 20000 EUR').getByText('Content that an approval covers').click();
  await cardOf(ada, 'Send 20000 EUR').getByText('"args":{"amount":20000').waitFor();
  await approveOf(ada, 'Send 20000 EUR').click();
  await progress.getByText('1 of 3 approvals: stage 1 of 2').waitFor();
  await cardOf(ada, 'Send 20000 EUR').getByText('You have approved this.').waitFor();
  expect(await approveOf(ada, 'Send 20000 EUR').isDisabled()).toBe(true);

  await progress.getByRole('button', { name: 'Withdraw my approval' }).click();
  await ada.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await progress.getByText('0 of 3 approvals').waitFor();
  await approveOf(ada, 'Send 20000 EUR').click();
  await progress.getByText('1 of 3 approvals').waitFor();

  // A person outside the stage's groups sees a notice, and may reject.
  const linus = await inboxOf('Linus', 'ada');
  await linus.getByText('Only members of Finance may approve now. You may reject.').waitFor();
  expect(await approveOf(linus, 'Send 20000 EUR').isDisabled()).toBe(true);
  const grace = await inboxOf('Grace', 'ada');
  await approveOf(grace, 'Send 20000 EUR').click();
  const shown = cardOf(linus, 'Send 20000 EUR').getByRole('region', { name: 'Approvals' });
  await shown.getByText('2 of 3 approvals: stage 2 of 2').waitFor();
  expect(await shown.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^Adaan API key/),
    expect.stringMatching(/^Gracean API key/),
  ]);
  await approveOf(linus, 'Send 20000 EUR').click();
  await linus.getByText('Nothing waits').waitFor();
  const [call] = await callsOf('ada', run);
  expect(call?.decisions).toMatchObject([
    { actor: 'Ada', withdrawn_at: expect.any(String) },
    { actor: 'Ada', digest: expect.stringContaining('sha-256') },
    { actor: 'Grace' },
    { actor: 'Linus' },
  ]);
  for (const page of [ada, grace, linus]) {
    expect(page.complaints).toEqual([]);
    await page.close();
  }
});

it('[console.mine] the inbox shows what one may approve now, and no longer once one has', async () => {
  await hold('mine', 30_000);
  const page = await inboxOf('Mia', 'mine');
  await cardOf(page, 'Send 30000 EUR').waitFor();
  await page.getByLabel('Only items that I may approve now').check();
  await page.getByText('No waiting items match these filters.').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
  const ada = await inboxOf('Ada', 'mine');
  await ada.getByLabel('Only items that I may approve now').check();
  await approveOf(ada, 'Send 30000 EUR').click();
  await ada.getByText('No waiting items match these filters.').waitFor();
  await ada.close();
});

it('[console.revise] arguments are corrected in a form or as JSON, and what the API refuses stands beside its field', async () => {
  const run = await hold('rosa', 40_000);
  const page = await inboxOf('Ada', 'rosa');
  await cardOf(page, 'Send 40000 EUR').getByRole('button', { name: 'Correct…' }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('amount');
  await amount.fill('40,000');
  await dialog.getByText('must be a number, such as 12.5').waitFor();
  expect(await dialog.getByRole('button', { name: 'Correct', exact: true }).isDisabled()).toBe(true);
  await amount.fill('-1');
  await dialog.getByText('− ').first().waitFor();
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await dialog.getByRole('alert').getByText('invalid_args').waitFor();
  expect(await amount.getAttribute('aria-invalid')).toBe('true');
  // Nothing has changed, and what was typed goes along.
  expect((await waitingFor('rosa'))?.args).toMatchObject({ amount: 40_000 });
  await amount.fill('400.50');
  await dialog.getByRole('tab', { name: 'JSON' }).click();
  const json = dialog.getByRole('textbox', { name: 'Arguments' });
  await expect.poll(async () => await json.inputValue()).toContain('"amount": 400.5');
  await json.fill('{"amount":400.5,"currency":"EUR","to":"Cy"}');
  await dialog.getByLabel('Note').fill('One nought too many');
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  const card = cardOf(page, 'Send 400.5 EUR');
  await card.getByText('An approver has corrected the arguments').waitFor();
  // The reviser's is the first approval.
  await card.getByText('1 of 3 approvals').waitFor();
  const waiting = await waitingFor('rosa');
  expect(waiting).toMatchObject({ args: { amount: 400.5, currency: 'EUR', to: 'Cy' } });
  expect((await callsOf('rosa', run))[0]).toMatchObject({
    status: 'failed',
    decision: { actor: 'Ada', detail: { revised: true, note: 'One nought too many' } },
  });
  expect(page.complaints).toEqual([expect.stringContaining('422')]);
  await page.close();
});

it('[console.revise] whoever looks at a call that somebody else corrects sees so, and where it went', async () => {
  const run = await hold('sven', 50_000);
  const page = await inboxOf('Grace', 'sven');
  await approveOf(page, 'Send 50000 EUR').waitFor();
  await stage.client
    .as('sven')
    .with({ headers: { 'service-actor': 'Ada' } })
    .post(`/v1/loom/runs/${run}/revise`, {
      tool_call_id: (await waitingFor('sven'))?.tool_call_id,
      args: { amount: 5, currency: 'EUR', to: 'Bo' },
    });
  await page.getByText('Ada corrected the arguments: another call has replaced this one.').waitFor();
  expect(await approveOf(page, 'Send 50000 EUR').count()).toBe(0);
  await page.getByRole('button', { name: 'See the corrected call' }).click();
  await approveOf(page, 'Send 5 EUR').waitFor();
  await page.close();
});

it('[console.changed-call] what has changed since it was shown is not approved, by mouse or by keyboard, before it is shown again', async () => {
  const run = await hold('tom', 60_000);
  const page = await inboxOf('Ada', 'tom');
  const card = cardOf(page, 'Send 60000 EUR');
  await approveOf(page, 'Send 60000 EUR').waitFor();
  await page.getByRole('link', { name: 'Send 60000 EUR' }).focus();
  await page.keyboard.press('a');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('"amount": 60000').waitFor();
  // From now on the API returns another payment with the same id.
  await page.route('**/v1/loom/approvals?**subject=tom**', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: Approval[] };
    for (const item of body.data) {
      item.digest = `sha-256=:${'A'.repeat(43)}=:`;
      item.args = { amount: 99_999, currency: 'EUR', to: 'Mallory' };
      item.summary = { title: 'Send 99999 EUR' };
    }
    await route.fulfill({ response, json: body });
  });
  // Whatever is new, what waits is read again.
  await hold('anybody', 61_000);
  await dialog.getByText('This call has changed since').waitFor();
  expect(await dialog.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  expect(await dialog.textContent()).not.toContain('99999');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await card.getByText('This call has changed since it was shown.').waitFor();
  await card.getByText('"amount": 60000').waitFor();
  expect(await approveOf(page, 'Send 60000 EUR').isDisabled()).toBe(true);
  await card.getByRole('button', { name: 'Show the current call' }).click();
  // The shown version is sent, so the API refuses one that it does not hold.
  await cardOf(page, 'Send 99999 EUR').getByText('"to": "Mallory"').waitFor();
  await approveOf(page, 'Send 99999 EUR').click();
  await page.getByRole('alert').getByText('stale_confirmation').waitFor();
  expect((await callsOf('tom', run))[0]).toMatchObject({ status: 'pending' });
  expect((await waitingFor('tom'))?.approvals?.given).toEqual([]);
  await page.close();
});

it('[console.inbox-keys] a key decides on what has the focus, asks before, and goes on from there; without a focus it does nothing', async () => {
  await hold('uma', 1);
  await hold('uma', 2);
  const page = await inboxOf('Ada', 'uma');
  await approveOf(page, 'Send 1 EUR').waitFor();
  // Whatever is shown: nothing of it has the focus.
  await page.evaluate('document.activeElement.blur()');
  for (const key of ['a', 'r', 'e', 'w']) await page.keyboard.press(key);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // The first key only shows it; Enter on what has the focus then is no approval.
  await page.getByRole('link', { name: 'Send 1 EUR' }).focus();
  await page.keyboard.press('a');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect((await waitingFor('uma'))?.approvals?.given).toEqual([]);

  await page.keyboard.press('a');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).press('Enter');
  await cardOf(page, 'Send 1 EUR').getByText('1 of 3 approvals').waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.keyboard.press('w');
  await page.getByRole('alertdialog').getByText('"amount": 1').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).press('Enter');
  await cardOf(page, 'Send 1 EUR').getByText('0 of 3 approvals').waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });

  await page.keyboard.press('e');
  await page.getByRole('dialog').getByLabel('amount').fill('3');
  await page.getByRole('dialog').getByLabel('amount').press('Enter');
  await approveOf(page, 'Send 3 EUR').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The focus went along to what is shown now.
  const focused = page.locator('a:focus');
  await expect.poll(async () => await focused.textContent()).toContain('Send 3 EUR');
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByText('"amount": 3').waitFor();
  await page.getByRole('dialog').getByLabel('Reason').fill('No');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).press('Enter');
  await expect.poll(async () => await focused.textContent()).toContain('Send 2 EUR');
  expect(page.complaints).toEqual([]);
  await page.close();
});
