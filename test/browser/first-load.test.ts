import { beforeAll, expect, it } from 'vitest';
import { storeRuns } from '#tools/dev/stored-runs.ts';
import { startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const limitBytes = 300_000;

const stage = perFile(startConsole);
beforeAll(async () => {
  // The library that draws charts is part of an overview that has something to draw.
  await storeRuns(stage, 'ada', 3);
});

it.each([
  { path: '/sign-in', name: null, shows: 'API key' },
  { path: '/playground', name: 'Ada', shows: 'Message' },
  { path: '/overview', name: 'Ada', shows: /^Latency\. / },
  { path: '/approval-policies/draft', name: 'Ada', shows: 'Policy as JSON' },
  { path: '/audit', name: 'Ada', shows: 'Entries' },
])(
  '[console.first-load] all that a browser receives to show $path is under 300 KB',
  async ({ path, name, shows }) => {
    const page = await stage.open(path, { name, alone: true });
    await page.getByLabel(shows, { exact: true }).waitFor();
    await expect.poll(async () => await page.getByText('Loading…').count()).toBe(0);
    const files = await page.evaluate<{ bytes: number; content: number }[]>(`
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      ({ transferSize, decodedBodySize }) => ({ bytes: transferSize, content: decodedBodySize }))
  `);
    const received = files.reduce((sum, { bytes }) => sum + bytes, 0);
    // All scripts were counted, and none came from a cache.
    expect(files.reduce((sum, { content }) => sum + content, 0)).toBeGreaterThan(2 * received);
    expect(received).toBeLessThan(limitBytes);
    await page.close();
  },
);
