import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/console.ts';

let console: TestConsole;
beforeAll(async () => (console = await startConsole()));
afterAll(async () => await console.stop());

/** Every page of the console, as one finds it. */
const pages = [
  '/playground',
  '/inbox',
  '/overview',
  '/runs',
  '/requests',
  '/agents',
  '/patches',
  '/connections',
  '/webhooks',
  '/identify',
  '/keys',
  '/grants',
];

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  it.each(pages)(
    '[console.accessible] %s has no violation that axe finds, and fits a width of 375 px',
    async (path) => {
      const page = await console.open(path, { colorScheme, viewport: { width: 375, height: 812 } });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(375);
      expect(page.complaints).toEqual([]);
      await page.context().close();
    },
  );
});
