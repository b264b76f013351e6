import { beforeAll, expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { consolePaths } from '../support/console-paths.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
let page: ConsolePage;
beforeAll(async () => {
  const client = stage.client.as('ada');
  const thread = await startThread(client, stage.agent.id);
  await converse(client, thread, '/call send_payment {"amount":12.5,"currency":"EUR","to":"Bo"}');
  page = await stage.open('/inbox');
});

/**
 * Runs in the page: gives the focus to one thing after the other, as a keyboard does, and returns what has no outline then. The link
 * of a row of a table has that of its row, and the message that of its form.
 */
const withoutOutline = `(() => {
  const wanted = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const drawn = (element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !outlineColor.includes('rgba(0, 0, 0, 0)');
  };
  let focused = 0;
  const bare = [];
  for (const element of document.querySelectorAll(wanted)) {
    if (!element.checkVisibility()) continue;
    element.focus({ focusVisible: true });
    if (document.activeElement !== element) continue;
    focused += 1;
    const around = element.closest('tr, form');
    if (!drawn(element) && !(around !== null && drawn(around))) bare.push(element.outerHTML.slice(0, 160));
  }
  return { focused, bare };
})()`;

it.each(consolePaths)(
  '[console.focus] whatever can have the focus on %s shows it, in either theme',
  async (path) => {
    await page.goto(`/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(async () => await page.getByText('Loading…').count()).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { focused, bare } = await page.evaluate<{ focused: number; bare: string[] }>(withoutOutline);
      expect(bare).toEqual([]);
      // The navigation is on every page.
      expect(focused).toBeGreaterThan(20);
    }
  },
);
