import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { Change } from '#contract/change.ts';
import type { Freeze } from '#contract/freeze.ts';
import type { Payee } from '#contract/payee.ts';
import { press } from '../support/by-keyboard.ts';
import { startConsole } from '../support/console.ts';
import { french, german, payBy, payeeOf, publishPayer } from '../support/paying-console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
const british = 'GB29NWBK60161331926819';
let agent: Agent;
beforeAll(async () => {
  agent = await publishPayer(stage);
  await payBy(stage, agent, { amount: '0.1', iban: german, name: 'Bo GmbH' });
  await payBy(stage, agent, { amount: '1250.2', iban: german, name: '=Bo\u202E' });
  await payBy(stage, agent, { amount: 5, iban: french, name: 'Cleo' });
});

const payees = async () => (await stage.client.ofWorkspace().get<Payee[]>('/v1/payees')).data;

it('[console.payees] payees are listed newest first with names, counts and totals, found by a part of name or account, and saved as CSV without formulas', async () => {
  const page = await stage.open('/payees');
  const rows = page.getByRole('region', { name: 'Payees' }).getByRole('row');
  await expect.poll(async () => await rows.count()).toBe(3);
  expect(await rows.nth(1).textContent()).toContain('Cleo');
  const bo = (await rows.nth(2).textContent()) ?? '';
  for (const part of ['=Bo[U+202E]', 'and 1 more', 'DE89 3704 0044 0532 0130 00', 'Commerzbank', 'Open', '2'])
    expect(bo).toContain(part);
  expect(bo).toContain('EUR 1,250.30');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Payees as CSV' }).click(),
  ]);
  const file = await text(await download.createReadStream());
  expect(file).toContain("'=Bo[U+202E],Open,2");
  expect(file).not.toMatch(/^=/m);

  const search = page.getByLabel('Name or account');
  await search.fill('0044 0532');
  await search.press('Enter');
  await expect.poll(async () => await rows.count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('q')).toContain('0044 0532');
  await page.getByLabel('Status').selectOption('blocked');
  await page.getByText('No payees match these filters.').waitFor();
  await page.reload();
  await page.getByText('No payees match these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(async () => await rows.count()).toBe(3);
  // j, k and Enter, as on every list.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '=Bo[U+202E]' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.payee] the page of a payee shows account, names with their dates, totals and payments, each of which opens', async () => {
  const { id } = await payeeOf(stage, german);
  const page = await stage.open(`/payees/${id}`);
  for (const part of ['DE89 3704 0044 0532 0130 00', 'Commerzbank, Commerzbank Köln, DE', 'EUR 1,250.30'])
    await page.getByText(part).first().waitFor();
  const names = page.locator('#main').getByRole('listitem').filter({ hasText: 'Bo' });
  expect(await names.allTextContents()).toEqual([
    expect.stringMatching(/^=Bo\[U\+202E\].*20\d\d/),
    expect.stringMatching(/^Bo GmbH.*20\d\d/),
  ]);
  const rows = page.getByRole('region', { name: 'Payments' }).getByRole('row');
  await expect.poll(async () => await rows.count()).toBe(3);
  await page.getByRole('link', { name: 'Show the payment of EUR 0.10' }).click();
  const dialog = page.getByRole('dialog', { name: 'EUR 0.10 to Bo GmbH' });
  await dialog.getByText('pay@1').waitFor();
  await dialog.getByRole('link', { name: 'Open the run' }).click();
  await page.getByRole('region', { name: 'What happened' }).waitFor();
  await page.goto(`/console/payees/${id.replace(/^./, (digit) => (digit === 'f' ? 'e' : 'f'))}`);
  await page.getByText('Payee not found').waitFor();
  expect(page.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  await page.close();
});

it('[console.payee] a payee is added by keyboard, trusted, refuses to be deleted, and is deleted once it is open', async () => {
  const page = await stage.open('/payees');
  await press(page, page.getByRole('button', { name: 'Add payee' }));
  const form = page.getByRole('dialog');
  await form.getByLabel('IBAN').fill('GB1');
  await page.keyboard.press('Enter');
  await expect.poll(async () => await form.getByLabel('IBAN').getAttribute('aria-invalid')).toBe('true');
  expect(page.complaints).toEqual([expect.stringContaining('422')]);
  page.complaints.length = 0;
  await form.getByLabel('IBAN').fill(british);
  await form.getByLabel('Names').fill('Dee Ltd\n\n Dee Limited');
  await form.getByLabel('Note').fill('Checked by phone.');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dee Ltd' }).waitFor();
  expect(await payeeOf(stage, british)).toMatchObject({
    names: [{ name: 'Dee Ltd' }, { name: 'Dee Limited' }],
    status: 'open',
    note: 'Checked by phone.',
    payments: 0,
  });
  await page.getByText('Nothing was paid to it.').waitFor();

  await page.getByRole('button', { name: 'Change' }).click();
  await form.getByLabel('Status').selectOption('trusted');
  await form.getByLabel('Note').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.locator('#main').getByText('Trusted', { exact: true }).waitFor();
  const trusted = await payeeOf(stage, british);
  expect([trusted.status, trusted.note]).toEqual(['trusted', undefined]);

  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.getByText('The payee is trusted. Only one that is open can be deleted.').waitFor();
  await question.getByText('payee_not_open').waitFor();
  expect(page.complaints).toEqual([expect.stringContaining('409')]);
  page.complaints.length = 0;
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  await form.getByLabel('Status').selectOption('open');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.locator('#main').getByText('Open', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payees' }).waitFor();
  expect(await payees()).toHaveLength(2);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.payee] an account that is a payee already is left as it is, and shown', async () => {
  const page = await stage.open('/payees');
  await page.getByRole('button', { name: 'Add payee' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('IBAN').fill('fr14 2004 1010 0505 0001 3M02 606');
  await form.getByLabel('Status').selectOption('blocked');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This account is a payee already', { exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Cleo' }).waitFor();
  expect((await payeeOf(stage, french)).status).toBe('open');
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.payee] where payees need two people, trusting one is proposed, blocking one is not, and a freeze names it', async () => {
  const client = stage.client.ofWorkspace();
  await client.send('PUT', '/v1/settings/four-eyes', {
    headers: { 'content-type': 'application/json', 'service-actor': 'Ada' },
    body: JSON.stringify({
      agents: false,
      patches: false,
      connections: false,
      policies: false,
      groups: false,
      payees: true,
    }),
  });
  const { id } = await payeeOf(stage, french);
  const page = await stage.open(`/payees/${id}`);
  await page.getByRole('button', { name: 'Change' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Status').selectOption('trusted');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Proposed. It takes effect when another person approves it.').waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  // The form asks before it drops the choice.
  const asked = page.getByRole('alertdialog').getByRole('button', { name: 'Close it' });
  if (await asked.isVisible()) await asked.click();
  await form.waitFor({ state: 'detached' });
  expect((await payeeOf(stage, french)).status).toBe('open');
  const { data: changes } = await client.get<Change[]>('/v1/changes');
  expect(changes).toMatchObject([{ operation: 'updatePayee', target: { id } }]);

  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await page.getByText('Blocked', { exact: true }).first().waitFor();
  expect((await payeeOf(stage, french)).status).toBe('blocked');
  expect(await page.getByRole('button', { name: 'Block' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Freeze the payee Cleo' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Reason').fill('The account was taken over.');
  await question.getByRole('button', { name: 'Freeze' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'Calls that pay Cleo are frozen' })
    .getByText('The account was taken over.')
    .waitFor();
  expect((await client.get<Freeze[]>('/v1/freeze')).data).toMatchObject([{ scope: 'payee', id }]);
  expect(page.complaints).toEqual([]);
  await page.close();
});
