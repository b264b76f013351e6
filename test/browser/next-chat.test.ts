import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  approvePayment,
  cutInMidStream,
  newest,
  openChat,
  say,
  startChatSite,
} from '../support/chat-page.ts';
import { serveNextChat } from '../support/next-chat.ts';
import { perFile } from '../support/per-file.ts';

const example = perFile(async () => await startChatSite(serveNextChat));

const open = async (): Promise<Page> => await openChat(example);

it('[chat.next] its sources compile', async () => {
  const root = join(import.meta.dirname, '../..');
  const { exitCode } = await execa('tsc', ['--noEmit', '--project', 'examples/next-chat'], {
    cwd: root,
    preferLocal: true,
  });
  expect(exitCode).toBe(0);
});

it('[chat.next] a message gets its reply, which is there when the page is opened again, and no key of the server reaches the page', async () => {
  const page = await open();
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
  await say(page, '/say Good morning.');
  await newest(page).getByText('Good morning.').waitFor();
  await page.reload();
  await newest(page).getByText('Good morning.').waitFor();
  expect(await page.getByRole('article').count()).toBe(2);
  const received = [await page.content(), ...(await Promise.all(bodies))].join('\n');
  expect(received).toContain('Good morning.');
  expect(received).toContain('"token":');
  expect(received).not.toContain(example.backend.apiKey);
  expect(received).not.toContain(example.backend.signingKey.secret);
  await page.close();
});

// oxlint-disable-next-line vitest/expect-expect
it('[chat.next] [chat.react.approval] a payment is shown with all that is sent, and is carried out once it is approved', async () => {
  const page = await open();
  await approvePayment(page);
  await page.close();
});

it('[chat.next] a question is answered by its options', async () => {
  const page = await open();
  await say(page, '/call ask_user {"question":"Which account?","options":["Giro"]}\n---\n/say {{last}}');
  const question = page.getByRole('region', { name: 'Question' }).last();
  await question.getByRole('button', { name: 'Giro' }).click();
  await newest(page).getByText('{"answer":"Giro"}').waitFor();
  const answered = page.getByRole('group', { name: 'Question' }).last();
  await expect.poll(() => answered.textContent()).toContain('Answered: Giro');
  await page.close();
});

// oxlint-disable-next-line vitest/expect-expect
it('[chat.next] [chat.react.reconnect] a connection that is cut in mid-stream is made again, and the reply is whole', async () => {
  const page = await open();
  await cutInMidStream(page, example.proxy);
  await page.close();
});

it('[chat.next] [chat.react.reconnect] a page that is opened again in mid-stream goes on with the reply', async () => {
  const page = await open();
  await say(page, '/say One.\n/sleep 4000\n/say Two.');
  await newest(page).getByText('One.').waitFor();
  await page.reload();
  await newest(page).getByText('Two.').waitFor();
  expect(((await newest(page).textContent()) ?? '').match(/One\.|Two\./g)).toEqual(['One.', 'Two.']);
  await page.close();
});

it('[chat.next] [chat.react.accessible] a page with a payment that waits has no violation that axe finds', async () => {
  const page = await open();
  await say(page, '/call send_payment {"amount":9,"currency":"EUR","to":"Axe"}');
  const card = page.getByRole('region', { name: 'Send 9 EUR' });
  await card.getByRole('button', { name: 'Approve' }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  }
  await card.getByRole('button', { name: 'Reject…' }).click();
  await card.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor();
  await page.close();
});
