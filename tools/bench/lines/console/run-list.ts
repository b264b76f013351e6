import type { Browser, Page } from 'playwright-core';
import type { Client } from '#clients/raw/client.ts';
import { replyOf } from '#tools/dev/stored-runs.ts';
import { quantile } from '../../figures.ts';
import { openVisitor } from './visitor.ts';

/** Runs on a page of the list, as the console and the client ask for them. */
const pageSize = 100;

/** The report of a page's own probe about a region that it scrolled through. */
interface Scrolled {
  /** The texts of the rows, in order. */
  texts: string[];
  ms: number;
  /** Milliseconds for which it was at its end while further rows were to come. */
  waited: number;
  /** Milliseconds between two frames. */
  frames: number[];
  /** The most rows that were in the document at once. */
  most: number;
  /** Milliseconds of each task over 50 ms. */
  tasks: number[];
}

/** Figures of scrolling through the list of runs. */
export interface ListFigures {
  per_page_ms: number;
  /** The part of it in which the end of the list was reached before the page. */
  waited_ms: number;
  frame_p50_ms: number;
  frame_p99_ms: number;
  rows_in_document: number;
  long_tasks: number;
  longest_task_ms: number;
  heap_before_kb: number;
  heap_after_kb: number;
}

/**
 * Scrolls through all runs of the workspace.
 * @throws if a row is missing, comes twice, or is not in its place
 */
export async function measureRunList(
  browser: Browser,
  url: string,
  apiKey: string,
  count: number,
): Promise<ListFigures> {
  const visitor = await openVisitor(browser, url, apiKey);
  const { page } = await visitor.visit('/console/runs', 'tr[data-index]');
  const heap_before_kb = await heapKilobytes(page);
  const { texts, ms, waited, frames, most, tasks } = await page.evaluate<Scrolled>(
    "heddleBench.scrollThrough('Runs')",
  );
  const heap_after_kb = await heapKilobytes(page);
  await visitor.close();
  // The newest run comes first, and has the highest number.
  const misplaced = texts.findIndex(
    (text, index) => !new RegExp(`${replyOf(count - index)}(?!\\d)`).test(text),
  );
  if (texts.length !== count || misplaced >= 0)
    throw new Error(`bench: ${texts.length} of ${count} runs were listed; out of place: row ${misplaced}`);
  return {
    per_page_ms: ms / (count / pageSize),
    waited_ms: waited / (count / pageSize),
    frame_p50_ms: quantile(frames, 0.5),
    frame_p99_ms: quantile(frames, 0.99),
    rows_in_document: most,
    long_tasks: tasks.length,
    longest_task_ms: Math.max(0, ...tasks),
    heap_before_kb,
    heap_after_kb,
  };
}

/** The baseline: the same pages, without a browser. Resolves to milliseconds per page. */
export async function readRunList(client: Client, count: number): Promise<number> {
  const startedAt = performance.now();
  const read = (await client.list('/v1/loom/runs')).length;
  if (read !== count) throw new Error(`bench: ${read} of ${count} runs were read`);
  return (performance.now() - startedAt) / (count / pageSize);
}

/** The memory of the page's scripts, after what is no longer used was collected. */
async function heapKilobytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize / 1000;
}
