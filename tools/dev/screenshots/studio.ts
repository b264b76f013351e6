import { stat } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { startChromium } from '../browser/chromium.ts';
import type { Pictured } from './pictured-stack.ts';

/** How a picture is taken. */
export interface Look {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
}

/** A browser that takes pictures. */
export interface Studio {
  /** Takes a picture of what `pose` made the page show. Resolves to its size in kB. */
  shoot(file: string, look: Look, pose: (page: Page) => Promise<void>): Promise<number>;
}

/** Opens a browser and signs in. */
export async function startStudio(
  ends: AsyncDisposableStack,
  { baseUrl, apiKey }: Pictured,
): Promise<Studio> {
  const browser = ends.adopt(await startChromium(), async (open) => await open.close());
  return {
    shoot: async (file, { theme = 'light', width = 1440, height = 900 }, pose) => {
      const context = await browser.newContext({
        baseURL: baseUrl,
        colorScheme: theme,
        viewport: { width, height },
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
      });
      const page = await context.newPage();
      await page.request.post('/console/session', {
        data: { api_key: apiKey, name: 'Ada Lovelace' },
        headers: { 'Console-Request': 'console' },
      });
      await pose(page);
      await page.evaluate('document.fonts.ready');
      await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
      await context.close();
      return Math.round((await stat(file)).size / 1000);
    },
  };
}
