import { chromium, type Browser, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { stepTimeoutMs } from '#tools/dev/browser/chromium.ts';
import { startConsole } from './console.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { registerSigner } from './session-tokens.ts';

/** The settings of a page's backend, with its agent. */
export interface ChatBackend {
  baseUrl: string;
  apiKey: string;
  agentId: string;
  signingKey: { kid: string; algorithm: string; secret: string };
}

/** A page with a chat, a browser, and the connection between its backend and the service, which can be cut. */
export interface ChatSite {
  url: string;
  backend: ChatBackend;
  browser: Browser;
  proxy: Proxy;
  stop: () => Promise<void>;
}

/** Serves a page for the demo agent of a new workspace. */
export async function startChatSite(
  serve: (backend: ChatBackend) => Promise<{ url: string; stop: () => Promise<void> }>,
): Promise<ChatSite> {
  const stage = await startConsole();
  const { registered, kid, algorithm } = await registerSigner(stage.client);
  const { hostname, port } = new URL(stage.service.baseUrl);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const backend = {
    baseUrl: `http://127.0.0.1:${proxy.port}`,
    apiKey: stage.apiKey,
    agentId: stage.agent.id,
    signingKey: { kid, algorithm, secret: registered.secret ?? '' },
  };
  const site = await serve(backend);
  const browser = await chromium.connect(inject('browserEndpoint'));
  const stop = async () => {
    await browser.close();
    await site.stop();
    await proxy.cut();
    await stage.stop();
  };
  return { url: site.url, backend, browser, proxy, stop };
}

/**
 * Opens the page of a chat, and waits until one can write.
 * @param prepare what to do before it is loaded
 */
export async function openChat(
  { browser, url }: Pick<ChatSite, 'browser' | 'url'>,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  await prepare(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor();
  return page;
}

/** Sends a text in a chat. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** The newest message of the agent. */
export const newest = (page: Page) => page.getByRole('article', { name: 'Agent' }).last();

/** Has a payment held, looks at it, opens the page again, and approves it. */
export async function approvePayment(page: Page): Promise<void> {
  await say(page, '/call send_payment {"amount":12.5,"currency":"EUR","to":"Bo\u202eda"}\n---\n/say Paid.');
  const card = page.getByRole('region', { name: 'Send 12.5 EUR' });
  await card.getByText('Bo[U+202E]da').first().waitFor();
  const args = card.getByRole('region', { name: 'All arguments of send_payment@1' });
  expect(JSON.parse((await args.textContent()) ?? '')).toEqual({
    amount: 12.5,
    currency: 'EUR',
    to: 'Bo[U+202E]da',
  });
  // The waiting item is still there in a page that is opened later.
  await page.reload();
  await card.getByRole('button', { name: 'Approve' }).click();
  await newest(page).getByText('Paid.', { exact: true }).waitFor();
  await newest(page).getByText('Approved and done').waitFor();
  // An approved write stays in view, also in a page that is opened later.
  for (const reopen of [async () => {}, async () => await page.reload()]) {
    await reopen();
    await newest(page).getByText('Paid.', { exact: true }).waitFor();
    const text = (await newest(page).getByRole('group', { name: 'Send 12.5 EUR' }).textContent()) ?? '';
    for (const kept of ['Approved and done', 'Bo[U+202E]da', 'Approved by']) expect(text).toContain(kept);
  }
}

/** Cuts the connection while the agent speaks, and restores it. Expects that the whole reply is there, once. */
export async function cutInMidStream(page: Page, proxy: Proxy): Promise<void> {
  const words = Array.from({ length: 12 }, (_, word) => `word ${word}.`);
  await say(page, words.map((word) => `/say ${word}\n/sleep 150`).join('\n'));
  await newest(page).getByText('word 1.').waitFor();
  await proxy.cut();
  await page.getByRole('status').getByText('The connection is lost').waitFor();
  await proxy.restore();
  await newest(page).getByText('word 11.').waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  expect(((await newest(page).textContent()) ?? '').match(/word \d+\./g)).toEqual(words);
}
