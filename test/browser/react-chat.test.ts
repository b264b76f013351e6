import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serve } from '../../examples/react-chat/serve.ts';
import {
  approvePayment,
  cutInMidStream,
  newest,
  openChat,
  say,
  startChatSite,
} from '../support/chat-page.ts';
import { perFile } from '../support/per-file.ts';

const example = perFile(async () => await startChatSite(async (backend) => await serve(backend, 0)));

const open = async (): Promise<Page> => await openChat(example);

it('[chat.react] a message gets its reply, which is there when the page is opened again', async () => {
  const page = await open();
  await say(page, '/say Good morning.');
  await newest(page).getByText('Good morning.').waitFor();
  await page.reload();
  await newest(page).getByText('Good morning.').waitFor();
  expect(await page.getByRole('article').count()).toBe(2);
  await page.close();
});

// oxlint-disable-next-line vitest/expect-expect
it('[chat.react.approval] a payment is shown with all that is sent, unseen characters too, and is carried out once it is approved', async () => {
  const page = await open();
  await approvePayment(page);
  await page.close();
});

it('[chat.react] a question is answered by its options', async () => {
  const page = await open();
  await say(
    page,
    '/call ask_user {"question":"Which account?","options":["Giro","Savings"]}\n---\n/say {{last}}',
  );
  const question = page.getByRole('region', { name: 'Question' }).last();
  await question.getByText('Which account?').waitFor();
  await question.getByRole('button', { name: 'Savings' }).click();
  await newest(page).getByText('{"answer":"Savings"}').waitFor();
  await expect.poll(() => question.textContent()).toContain('Answered: Savings');
  await page.close();
});

// oxlint-disable-next-line vitest/expect-expect
it('[chat.react.reconnect] a connection that is cut in mid-stream is made again, and the reply is whole', async () => {
  const page = await open();
  await cutInMidStream(page, example.proxy);
  await page.close();
});

it('[chat.react] what became of a proposed action is reported, with a note', async () => {
  const page = await open();
  await say(page, '/call sign_contract {"contract_id":"c-7"}\n---\n/say {{last}}');
  const action = page.getByRole('region', { name: 'Proposed action' }).last();
  await action.getByRole('button', { name: 'It happened…' }).click();
  await action.getByRole('textbox', { name: 'Note' }).fill('Ticket 7');
  await action.getByRole('button', { name: 'It happened' }).click();
  await expect.poll(() => newest(page).textContent()).toContain('"note":"Ticket 7"');
  await page.close();
});

it('[chat.react.stop] a run that is stopped is cancelled, and the page says so', async () => {
  const page = await open();
  await say(page, '/say One.\n/sleep 600000\n/say Two.');
  await newest(page).getByText('One.').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await newest(page).getByText('Stopped').waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  expect(await newest(page).textContent()).not.toContain('Two.');
  await page.close();
});

it('[chat.react.race] of two pages that decide on one call, the later is told, and shows what became of it', async () => {
  const [first, second] = [await open(), await open()];
  await say(first, '/call send_payment {"amount":7,"currency":"EUR","to":"Race"}\n---\n/say Paid once.');
  await second.reload();
  const cardIn = (page: Page) => page.getByRole('region', { name: 'Send 7 EUR' });
  await cardIn(second).getByRole('button', { name: 'Approve' }).waitFor();
  await cardIn(first).getByRole('button', { name: 'Approve' }).click();
  await newest(first).getByText('Paid once.').waitFor();
  await cardIn(second).getByRole('button', { name: 'Approve' }).click();
  expect(await second.getByRole('alert').textContent()).toMatch(/./);
  await newest(second).getByText('Paid once.').waitFor();
  await newest(second).getByText('Approved and done').waitFor();
  await first.close();
  await second.close();
});

it('[chat.react.accessible] a payment is sent, read and approved by keyboard alone, without a violation that axe finds', async () => {
  const page = await open();
  await page.getByRole('textbox').focus();
  await page.keyboard.type('/call send_payment {"amount":9,"currency":"EUR","to":"Keys"}');
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Send 9 EUR' });
  const approve = card.getByRole('button', { name: 'Approve' });
  await approve.waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  }
  const focused = page.locator(':focus');
  await expect
    .poll(async () => {
      const reached = await approve.and(focused).count();
      if (reached === 0) await page.keyboard.press('Shift+Tab');
      return reached;
    })
    .toBe(1);
  await page.keyboard.press('Enter');
  await newest(page).getByText('Approved and done').waitFor();
  // The focus stays where it was, though the button is gone.
  const decided = newest(page).getByRole('region', { name: 'send_payment' }).first();
  await decided.and(focused).waitFor();
  await page.close();
});
