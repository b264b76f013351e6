import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import type { Agent } from '#contract/agent.ts';
import type { SentPayment } from '#contract/sent-payment.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { french, german, payBy, payeeOf, publishPayer } from '../support/paying-console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
let agent: Agent;
beforeAll(async () => {
  agent = await publishPayer(stage);
  await payBy(stage, agent, { amount: '12.5', iban: german, name: 'Bo', ref: '=1+1' });
  await payBy(stage, agent, { amount: '1250.5', iban: german, name: 'Bo', ref: 'INV-7' });
  await payBy(stage, agent, { amount: 80, iban: french, name: 'Cleo\u202E' }, 'grace');
});

const rowsOf = (page: ConsolePage) => page.getByRole('region', { name: 'Payments' }).locator('tbody tr');
const amounts = async (page: ConsolePage) =>
  (await rowsOf(page).locator('td:first-child').allTextContents()).map((text) => text.split(' of ')[1]);

it('[console.payments] payments are listed newest first, filtered by everything, and the address keeps the filters', async () => {
  const page = await stage.open('/payments');
  await expect.poll(async () => await amounts(page)).toEqual(['EUR 80.00', 'EUR 1,250.50', 'EUR 12.50']);
  await rowsOf(page).first().getByRole('link', { name: 'Cleo[U+202E]' }).waitFor();

  const state = page.getByLabel('State');
  await state.selectOption('returned');
  await page.getByText('No payments match these filters.').waitFor();
  await state.selectOption('sent');
  await page.getByLabel('Currency').fill('eur');
  await page.getByLabel('Currency').press('Enter');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Amount, at least').fill('13');
  await page.getByLabel('Amount, at least').press('Enter');
  await expect.poll(async () => await amounts(page)).toEqual(['EUR 80.00', 'EUR 1,250.50']);
  await page.getByLabel('Subject').fill('ada');
  await page.getByLabel('Subject').press('Enter');
  await expect.poll(async () => await amounts(page)).toEqual(['EUR 1,250.50']);
  await page.getByLabel('Amount, at most').fill('1000');
  await page.getByLabel('Amount, at most').press('Enter');
  await page.getByText('No payments match these filters.').waitFor();
  await page.goto('/console/payments?min_amount=13&max_amount=100&currency=EUR&state=sent');
  await expect.poll(async () => await amounts(page)).toEqual(['EUR 80.00']);
  expect(await page.getByLabel('Amount, at most').inputValue()).toBe('100');

  // The last day is part of what is asked for.
  const day = new Date(Date.parse((await sent())[0]?.sent_at ?? '')).toISOString().slice(0, 10);
  await page.goto(`/console/payments?from=${day}&to=${day}`);
  await expect.poll(async () => (await amounts(page)).length).toBe(3);
  await page.goto('/console/payments?to=2020-01-01');
  await page.getByText('No payments match these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(async () => (await amounts(page)).length).toBe(3);
  expect(new URL(page.url()).search).toBe('');
  expect(page.complaints).toEqual([]);
  await page.close();
});

const sent = async () => (await stage.client.ofWorkspace().get<SentPayment[]>('/v1/payments')).data;

it('[console.payments] a payee is found by its account, its payments are listed, and it leads to its page', async () => {
  const page = await stage.open('/payments');
  const field = page.getByLabel('Payee', { exact: true });
  await field.fill('DE89 3704');
  const option = page.locator('datalist option');
  await expect.poll(async () => await option.count()).toBe(1);
  await field.fill((await option.getAttribute('value')) ?? '');
  await expect.poll(async () => await amounts(page)).toEqual(['EUR 1,250.50', 'EUR 12.50']);
  const { id } = await payeeOf(stage, german);
  expect(new URL(page.url()).searchParams.get('payee')).toBe(id);
  await rowsOf(page).first().getByRole('link', { name: 'Bo', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Bo' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Payments of all payees, not only Bo' }).click();
  await expect.poll(async () => (await amounts(page)).length).toBe(3);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.payments] the listed payments are saved as CSV, in which no text is a formula', async () => {
  const page = await stage.open('/payments?subject=ada');
  await expect.poll(async () => (await amounts(page)).length).toBe(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Payments as CSV' }).click(),
  ]);
  const [head, ...lines] = (await text(await download.createReadStream())).trim().split('\r\n');
  expect(head).toBe(
    'Amount,Payee,State,Reference,Subject,Sent,Currency,Account,Bank,In this state since,Detail,Call,Run,Payee id,Id',
  );
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^1250\.5,Bo,Sent,INV-7,ada,20.*,EUR,DE89 3704 0044 0532 0130 00,"Commerzbank, Commerzbank Köln, DE",/,
  );
  expect(lines[1]).toMatch(/^12\.5,Bo,Sent,'=1\+1,ada,/);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.payments] [console.list-keys] what became of a payment is reported by keyboard, with its reason, until its state is final', async () => {
  const page = await stage.open('/payments');
  await rowsOf(page).nth(2).waitFor();
  for (let row = 0; row < 3; row += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'EUR 12.50 to Bo' });
  await dialog.getByText('=1+1').waitFor();
  const form = dialog.getByRole('form', { name: 'Report a settlement' });
  await form.getByRole('button', { name: 'Report' }).click();
  await dialog.getByText('Settled since').waitFor();
  // A settled payment may still come back, and nothing else.
  expect(await form.getByLabel('Report that it is').locator('option').allTextContents()).toEqual([
    'Returned',
  ]);
  await form.getByLabel('Reason').fill('AC04\u202E');
  await form.getByLabel('Reason').press('Enter');
  await dialog.getByText('Returned since').waitFor();
  await form.waitFor({ state: 'detached' });
  await dialog.getByText('AC04[U+202E]').waitFor();
  const [, , first] = await sent();
  expect(first?.settlement).toMatchObject({ state: 'returned', detail: { reason: 'AC04\u202E' } });

  // The address leads there, also where the list does not show it.
  const { search } = new URL(page.url());
  await page.goto(`/console/payments${search}&state=settled`);
  await dialog.getByText('Returned since').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('No payments match these filters.').waitFor();
  expect(await (await stage.client.ofWorkspace().get(`/v1/payees?q=Bo`)).data).toMatchObject([
    { payments: 1, totals: [{ amount: '1250.5' }] },
  ]);
  await page.goto(
    `/console/payments?payment=00000000-0000-7000-8000-000000000000&at=2020-01-01T00:00:00.000Z`,
  );
  await page.getByRole('dialog').getByText('There is no such payment.').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
