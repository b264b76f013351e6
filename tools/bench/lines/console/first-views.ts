import type { Browser } from 'playwright-core';
import { medians } from '../../figures.ts';
import { type FirstView, openVisitor } from './visitor.ts';

/** A page to open, and the element that shows that it can be used. */
interface Target {
  path: string;
  selector: string;
}

/** The baseline is an answer of a few bytes from the same server, which the browser shows as it is. */
const targets: Record<string, Target> = {
  baseline: { path: '/healthz', selector: 'pre' },
  'sign-in': { path: '/console/sign-in', selector: 'input' },
  playground: { path: '/console/playground', selector: 'textarea' },
  overview: { path: '/console/overview', selector: '[role=img] .recharts-surface' },
};
const rounds = 5;

/** Opens pages with an empty cache, and again with what the first visit left in it; medians of five rounds. */
export async function measureFirstViews(
  browser: Browser,
  url: string,
  apiKey: string,
): Promise<Record<string, FirstView>> {
  const views = new Map<string, FirstView[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { path, selector }] of Object.entries(targets)) {
      const visitor = await openVisitor(browser, url, apiKey);
      for (const state of ['cold', 'warm']) {
        const { page, view } = await visitor.visit(path, selector);
        await page.close();
        const title = `${name}, ${state}`;
        views.set(title, [...(views.get(title) ?? []), view]);
      }
      await visitor.close();
    }
  }
  return Object.fromEntries([...views].map(([title, each]) => [title, medians(each)]));
}
