import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** The time until a page showed its content. */
export type FirstView = {
  /** Until the content was in the document. */
  there_ms: number;
  /** Until it was painted and the main thread was free. */
  interactive_ms: number;
  requests: number;
  /** Received over the network, headers included. What came from the cache counts as nothing. */
  received_kb: number;
  longest_task_ms: number;
};

/** A browser profile, signed in. Its cache is empty at first. */
export interface Visitor {
  /** Opens an address in a new tab and waits until an element that fits the CSS selector is painted. */
  visit(path: string, selector: string): Promise<{ page: Page; view: FirstView }>;
  close(): Promise<void>;
}

const probe = await readFile(join(import.meta.dirname, 'probe.js'), 'utf8');

/** Opens a browser profile and signs in to the console. */
export async function openVisitor(browser: Browser, baseURL: string, apiKey: string): Promise<Visitor> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const response = await context.request.post('/console/session', {
    data: { api_key: apiKey, name: 'Bench' },
    headers: { 'Console-Request': 'console' },
  });
  if (!response.ok()) throw new Error(`bench: not signed in: ${response.status()}`);
  return {
    visit: async (path, selector) => await visit(context, path, selector),
    close: async () => await context.close(),
  };
}

async function visit(context: BrowserContext, path: string, selector: string) {
  const page = await context.newPage();
  await page.addInitScript(`${probe}; heddleBench.watch(${JSON.stringify(selector)})`);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(selector).first().waitFor({ state: 'attached' });
  const view = await page.evaluate<FirstView>('heddleBench.firstView()');
  return { page, view };
}
