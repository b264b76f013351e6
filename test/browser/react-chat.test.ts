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

const open = async (prepare?: (page: Page) => Promise<void>): Promise<Page> =>
  await openChat(example, prepare);
/** A page whose clock can be put forward. */
const openWithClock = async (): Promise<Page> => await open(async (page) => await page.clock.install());
/** After this, a page has looked whether something has happened elsewhere. */
const lookedMs = 21_000;
/** After this time without data, a connection is dead. */
const deadMs = 41_000;

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
it('[chat.react.approval] [chat.react.kept] a payment is shown with all that is sent, unseen characters too, and is carried out once it is approved', async () => {
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
  const answered = page.getByRole('group', { name: 'Question' }).last();
  await expect.poll(() => answered.textContent()).toContain('Answered: Savings');
  await page.close();
});

// oxlint-disable-next-line vitest/expect-expect
it('[chat.react.reconnect] a connection that is cut in mid-stream is made again, and the reply is whole', async () => {
  const page = await open();
  await cutInMidStream(page, example.proxy);
  await page.close();
});

it('[chat.react.reconnect] a connection on which nothing is heard any more is made again, and the reply is whole', async () => {
  const page = await openWithClock();
  await say(page, '/say One.\n/sleep 1500\n/say Two.');
  await newest(page).getByText('One.').waitFor();
  example.proxy.freeze();
  await page.clock.fastForward(deadMs);
  await page.getByRole('status').getByText('The connection is lost').waitFor();
  example.proxy.thaw();
  await newest(page).getByText('Two.').waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  expect(((await newest(page).textContent()) ?? '').match(/One\.|Two\./g)).toEqual(['One.', 'Two.']);
  await page.close();
});

it('[chat.react.reconnect] a message that was read is not sent again, though the connection is lost before its reply begins', async () => {
  const first = await open();
  await say(first, '/sleep 3000\n/say Late.');
  await first.getByRole('button', { name: 'Stop' }).waitFor();
  const before = await first.getByRole('article', { name: 'You' }).count();
  let failed = false;
  const sent: string[] = [];
  const second = await open(async (page) => {
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/chat')) sent.push(request.url());
    });
    await page.route('**/chat/stream*', async (route) => {
      if (failed) return await route.fallback();
      failed = true;
      await route.abort('connectionreset');
    });
  });
  await newest(second).getByText('Late.').waitFor();
  expect(await second.getByRole('article', { name: 'You' }).count()).toBe(before);
  expect(failed).toBe(true);
  expect(sent).toEqual([]);
  await second.close();
  await first.close();
});

it('[chat.react.reconnect] a reply that ends before the connection is back is shown', async () => {
  const first = await open();
  await say(first, '/sleep 3000\n/say Ended.');
  await first.getByRole('button', { name: 'Stop' }).waitFor();
  let failed = false;
  const second = await open(async (page) => {
    await page.route('**/chat/stream*', async (route) => {
      if (failed) {
        await newest(first).getByText('Ended.').waitFor();
        await first.getByRole('button', { name: 'Send' }).waitFor();
        return await route.fallback();
      }
      failed = true;
      await route.abort('connectionreset');
    });
  });
  await newest(second).getByText('Ended.').waitFor();
  expect(failed).toBe(true);
  await second.close();
  await first.close();
});

it('[chat.react.elsewhere] an idle page shows what is said in another, and what was decided there', async () => {
  const [here, elsewhere] = [await openWithClock(), await open()];
  await say(
    elsewhere,
    '/call send_payment {"amount":3,"currency":"EUR","to":"There"}\n---\n/say Paid there.',
  );
  const cardIn = (page: Page) => page.getByRole('region', { name: 'Send 3 EUR' });
  await cardIn(elsewhere).getByRole('button', { name: 'Approve' }).waitFor();
  await here.clock.fastForward(lookedMs);
  await cardIn(here).getByRole('button', { name: 'Approve' }).waitFor();
  await cardIn(elsewhere).getByRole('button', { name: 'Approve' }).click();
  await newest(elsewhere).getByText('Paid there.', { exact: true }).waitFor();
  await here.clock.fastForward(lookedMs);
  await newest(here).getByText('Paid there.', { exact: true }).waitFor();
  await newest(here).getByText('Approved and done').waitFor();
  expect(await newest(here).getByText('Paid there.', { exact: true }).count()).toBe(1);
  await here.close();
  await elsewhere.close();
});

it('[chat.react.changed] of a call that changes while it is shown, the old one stays in view, and the new one is decided on once it was seen', async () => {
  const page = await openWithClock();
  await say(page, '/call send_payment {"amount":4,"currency":"EUR","to":"Before"}\n---\n/say Done.');
  const card = page.getByRole('region', { name: 'Send 4 EUR' });
  const approve = card.getByRole('button', { name: 'Approve' });
  await approve.and(page.locator(':enabled')).waitFor();
  // The service lets nobody change a held call in place: this is what a page would see if it did.
  const change = (text: string) =>
    text.replaceAll('Before', 'After!').replaceAll(/sha-256=:[^:]{6}/g, 'sha-256=:AAAAAA');
  for (const path of [/\/runs\/[^/]+$/, /\/chat\/stream/]) {
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: change(await response.text()) });
    });
  }
  await page.clock.fastForward(lookedMs);
  await card.getByText('This call has changed since it was shown.').waitFor();
  expect(await card.textContent()).toContain('Before');
  expect(await card.textContent()).not.toContain('After!');
  expect(await approve.isDisabled()).toBe(true);
  expect(await card.getByRole('button', { name: 'Reject…' }).isDisabled()).toBe(true);
  await card.getByRole('button', { name: 'Show the current call' }).click();
  await card.getByText('After!').first().waitFor();
  await approve.click();
  // The shown version is not the held one: the service refuses its digest.
  await page.getByRole('alert').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await card.getByText('Before').first().waitFor();
  await approve.click();
  await newest(page).getByText('Done.', { exact: true }).waitFor();
  await page.close();
});

it('[chat.react.hostile] a message, a result and options that hold markup, marks of direction and very long texts are text', async () => {
  const page = await open();
  const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>\u202E';
  await say(page, `/say ${markup}\n/call quote_fx ${JSON.stringify({ from: markup })}\n---\n/say Over.`);
  await newest(page).getByText('Over.').waitFor();
  await newest(page).getByText('quote_fx: ').click();
  const call = newest(page).getByRole('region', { name: /^quote_fx: / });
  expect(await call.textContent()).toContain('[U+202E]');
  const options = ['x'.repeat(200), 'x'.repeat(200), markup];
  await say(page, `/call ask_user ${JSON.stringify({ question: markup, options })}\n---\n/say Asked.`);
  const question = page.getByRole('region', { name: 'Question' }).last();
  await question.getByRole('button').first().waitFor();
  expect(await question.getByRole('button').count()).toBe(2);
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.title()).toBe('Chat');
  expect(
    await page.evaluate<boolean>(
      'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
    ),
  ).toBe(true);
  await question.getByRole('button').last().click();
  await newest(page).getByText('Asked.').waitFor();
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

it.for([
  { is: 'does not arrive', arrives: false },
  { is: 'arrives, and whose answer is lost', arrives: true },
])('[chat.react.sent] a decision that $is is sent again until it is answered', async ({ arrives }) => {
  const page = await open();
  const to = `Again ${arrives}`;
  await say(
    page,
    `/call send_payment ${JSON.stringify({ amount: 8, currency: 'EUR', to })}\n---\n/say Sent ${to}.`,
  );
  const card = newest(page).locator('.heddle-card');
  const approve = card.getByRole('button', { name: 'Approve' }).and(page.locator(':enabled'));
  await approve.waitFor();
  let posted = 0;
  await page.route(/\/chat$/, async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    posted += 1;
    if (posted > 2) return await route.fallback();
    if (arrives) await route.fetch();
    await route.abort('connectionreset');
  });
  await approve.click();
  await card.getByText('Sending your decision…').waitFor();
  await newest(page).getByText(`Sent ${to}.`, { exact: true }).waitFor();
  await card.getByText('Approved and done').waitFor();
  await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor();
  expect(posted).toBeGreaterThan(2);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.close();
});

it('[chat.react.end] the end stays in view while the agent speaks, unless one has scrolled up', async () => {
  const page = await open();
  const lines = (from: number) =>
    Array.from({ length: 30 }, (_, line) => `/say Line ${from + line}.\n/sleep 20`).join('\n');
  await say(page, lines(0));
  await newest(page).getByText('Line 29.').waitFor();
  const fromEnd = async () =>
    await page.evaluate<number>(
      "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('[role=log]'))",
    );
  await expect.poll(fromEnd).toBeLessThan(2);
  await say(page, `/sleep 500\n${lines(30)}`);
  await expect.poll(fromEnd).toBeLessThan(2);
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -400);
  await newest(page).getByText('Line 59.').waitFor();
  expect(await fromEnd()).toBeGreaterThan(300);
  await page.close();
});

it('[chat.react.race] of two pages that decide on one call, the later is told, and shows what became of it', async () => {
  const [first, second] = [await open(), await open()];
  await say(first, '/call send_payment {"amount":7,"currency":"EUR","to":"Race"}\n---\n/say Paid once.');
  await second.reload();
  const cardIn = (page: Page) => page.getByRole('region', { name: 'Send 7 EUR' });
  await cardIn(second).getByRole('button', { name: 'Approve' }).waitFor();
  await cardIn(first).getByRole('button', { name: 'Approve' }).click();
  await newest(first).getByText('Paid once.', { exact: true }).waitFor();
  await cardIn(second).getByRole('button', { name: 'Approve' }).click();
  expect(await second.getByRole('alert').textContent()).toContain('This was decided already');
  await newest(second).getByText('Paid once.', { exact: true }).waitFor();
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
  const decided = newest(page).getByRole('group', { name: 'Send 9 EUR' });
  await decided.and(focused).waitFor();
  await page.close();
});
