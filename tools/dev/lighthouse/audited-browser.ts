import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../browser/chromium.ts';
import { freePort } from '../servers/free-port.ts';

/** A browser that Lighthouse opens its pages in. */
export interface AuditedBrowser {
  /** Where it listens for DevTools. */
  port: number;
  signIn(apiKey: string): Promise<void>;
  /** Shows the console in this theme from then on. */
  choose(theme: 'light' | 'dark'): Promise<void>;
}

/** Starts Chromium with a profile of its own, which Lighthouse shares. */
export async function startAuditedBrowser(
  ends: AsyncDisposableStack,
  baseURL: string,
  directory: string,
): Promise<AuditedBrowser> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(join(directory, 'profile'), {
    executablePath: findChromium(),
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
    baseURL,
  });
  ends.defer(async () => await context.close());
  return {
    port,
    signIn: async (apiKey) => {
      const response = await context.request.post('/console/session', {
        data: { api_key: apiKey, name: 'Ada Lovelace' },
        headers: { 'Console-Request': 'console' },
      });
      if (!response.ok()) throw new Error(`not signed in: ${response.status()}`);
    },
    choose: async (theme) => {
      const page = await context.newPage();
      await page.goto('/console/sign-in');
      await page.evaluate(`localStorage.setItem('heddle-theme', '${theme}')`);
      await page.close();
    },
  };
}
