import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { runCommand } from '../processes/run-command.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
type Category = (typeof categories)[number];

/** The categories that every page must do well in. Performance depends on how busy the machine is. */
export const required = ['accessibility', 'best-practices'] as const satisfies Category[];

/** After this, a page counts as loaded. */
const loadedMs = 15_000;

const Report = z.object({
  // An address that the page led to: one that needs a session leads to the sign-in.
  finalDisplayedUrl: z.string(),
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(
    z.enum(categories),
    z.object({
      score: z.number(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), details: z.unknown().optional() }),
  ),
});

/** Lighthouse's result for a page. */
export interface Verdict {
  /** From 0 to 100. */
  scores: Record<Category, number>;
  /** Audits that cost points in the required categories, with the places. */
  faults: string[];
}

/** One run of Lighthouse. */
export interface Audit {
  /** The path of Lighthouse's command. */
  lighthouse: string;
  /** Where Chromium listens for DevTools. */
  port: number;
  url: string;
  /** Without an ending. */
  reportFile: string;
}

/**
 * Runs Lighthouse on a page, in a window of a desktop, with what the browser has stored.
 * @throws if it fails, or if the page led elsewhere
 */
export async function auditPage({ lighthouse, port, url, reportFile }: Audit): Promise<Verdict> {
  const output = `${reportFile}.json`;
  await runCommand({
    command: process.execPath,
    args: [
      lighthouse,
      url,
      `--port=${port}`,
      '--preset=desktop',
      `--only-categories=${categories.join(',')}`,
      '--disable-storage-reset',
      // A page that follows events is never idle.
      `--max-wait-for-load=${loadedMs}`,
      '--disable-full-page-screenshot',
      '--no-enable-error-reporting',
      '--output=json',
      `--output-path=${output}`,
    ],
    env: process.env,
    logFile: `${reportFile}.log`,
    timeoutMs: 180_000,
  });
  const report = Report.parse(JSON.parse(await readFile(output, 'utf8')));
  if (report.runtimeError !== undefined) throw new Error(`${url}: ${report.runtimeError.message}`);
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
  const scoreOf = (category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100);
  const faults = required
    .flatMap((category) => report.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
    .map(
      ({ id }) => `${id}: ${report.audits[id]?.title} ${JSON.stringify(report.audits[id]?.details ?? '')}`,
    );
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    faults,
  };
}
