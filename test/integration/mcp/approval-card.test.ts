import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startChromium } from '#tools/dev/browser/chromium.ts';
import { sendCurrent } from '../../support/mcp/current-revision.ts';
import { startMcpService } from '../../support/mcp/mcp-service.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(startMcpService);
let browser: Browser;
let host: string;

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../../support/mcp/app-host.js', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'host' } },
  });
  const [bundle] = [built].flat() as { output: { code: string }[] }[];
  host = bundle?.output[0]?.code ?? '';
  browser = await startChromium();
});
afterAll(async () => await browser.close());

/** A request of an app to its host. */
interface AskedOfHost {
  opened: string[];
  called: string[];
  heights: number[];
}

/** The card as a client reads it. */
async function readCard(client: { url: string; token: string }): Promise<string> {
  const { message } = await sendCurrent(client, 'resources/read', { uri: 'ui://heddle/approval-card.html' });
  const [page] = (message.result?.['contents'] ?? []) as { text: string }[];
  return page?.text ?? '';
}

/** Shows the card in a sandboxed frame of the official host, with the result of a tool. */
async function showIn(page: Page, html: string, result: object): Promise<() => Promise<AskedOfHost>> {
  await page.setContent('<!doctype html><iframe sandbox="allow-scripts" width="600" height="600"></iframe>');
  await page.addScriptTag({ content: host });
  await page.evaluate(
    `host.show(${JSON.stringify(html).replaceAll('<', String.raw`\u003c`)}, ${JSON.stringify(result)})`,
  );
  return async () => await page.evaluate<AskedOfHost>('host.asked');
}

it('[mcp.server.apps] the official host shows on the card what is held, as text, and opens the page to decide', async () => {
  const client = { url: mcp.urlOf(), token: mcp.grant() };
  const to = '<img src=x onerror=parent.postMessage(1)>';
  const message = `/call pay ${JSON.stringify({ amount: 5, to })}\n---\n/say Paid`;
  const call = { name: 'send_message', arguments: { message } };
  const { result = {} } = (await sendCurrent(client, 'tools/call', call)).message;

  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (entry) => {
    if (entry.type() === 'error') complaints.push(entry.text());
  });
  const asked = await showIn(page, await readCard(client), result);
  const card = page.frameLocator('iframe');
  await card.getByRole('heading', { name: `Held for approval: Pay 5 to ${to}` }).waitFor();
  const lines = await card.getByRole('listitem').allTextContents();
  expect(lines).toContain(`All arguments: {"amount":5,"to":"${to}"}`);
  expect(await card.locator('img').count()).toBe(0);
  await card.getByRole('button', { name: 'Open the page to decide' }).click();
  const { pending } = result['structuredContent'] as { pending: { approval_url: string } };
  await expect.poll(async () => (await asked()).opened).toEqual([pending.approval_url]);
  const { called, heights } = await asked();
  expect([called, complaints]).toEqual([[], []]);
  expect(heights.at(-1)).toBeGreaterThan(100);
  await page.close();
});

it('[mcp.server.apps] the card shows nothing of a result that holds nothing', async () => {
  const client = { url: mcp.urlOf(), token: mcp.grant() };
  const page = await browser.newPage();
  const asked = await showIn(page, await readCard(client), { content: [{ type: 'text', text: 'Done' }] });
  await expect.poll(async () => (await asked()).heights.length).toBeGreaterThan(0);
  expect(await page.frameLocator('iframe').locator('main').isVisible()).toBe(false);
  await page.close();
});
