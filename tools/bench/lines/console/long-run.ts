import type { Browser } from 'playwright-core';
import type { Client } from '#clients/raw/client.ts';
import { median, medians } from '../../figures.ts';
import { type FirstView, openVisitor } from './visitor.ts';

const rounds = 5;

/** Opens the page of a long run, as far as its last turn, with a warm cache; medians of five rounds. */
export async function measureLongRun(
  browser: Browser,
  url: string,
  apiKey: string,
  run: { id: string; subject: string; turns: number },
): Promise<FirstView> {
  const visitor = await openVisitor(browser, url, apiKey);
  const lastTurn = `ol[aria-label=Turns] > li:nth-child(${run.turns}) h2`;
  const views: FirstView[] = [];
  // The first visit fills the cache.
  for (let round = 0; round <= rounds; round += 1) {
    const { page, view } = await visitor.visit(
      `/console/runs/${run.id}?subject=${encodeURIComponent(run.subject)}`,
      lastTurn,
    );
    await page.close();
    if (round > 0) views.push(view);
  }
  await visitor.close();
  return medians(views);
}

/** The baseline: the run's trace, read without a browser; milliseconds, the median of five. */
export async function readTrace(client: Client, runId: string): Promise<number> {
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await client.call('GET', `/v1/loom/runs/${runId}/trace`);
    ms.push(performance.now() - startedAt);
  }
  return median(ms);
}
