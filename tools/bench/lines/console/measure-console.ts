import { buildConsole } from '#tools/dev/build-console.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { toMicrocredits } from '#contract/credits.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { startChromium } from '#tools/dev/browser/chromium.ts';
import { storeLongRun, storeRuns } from '#tools/dev/stored-runs.ts';
import type { Bench } from '../../start-bench.ts';
import { cells, type Row, type Table } from '../../tables.ts';
import { measureFirstViews } from './first-views.ts';
import { measureLongRun, readTrace } from './long-run.ts';
import { measureRunList, readRunList } from './run-list.ts';

const runs = 10_000;
const turns = 200;
const subject = 'bench';
/** Two hundred of them are about as much as a trace shows. */
const prompt = 'What the model was sent. '.repeat(400);

/**
 * The console in Chromium, in a workspace of its own with 10,000 runs, one of which has 200 turns. Each figure stands
 * beside what the same server and browser need for less.
 */
export async function* measureConsole({ db, client }: Bench): AsyncGenerator<Table> {
  await buildConsole();
  await using ends = new AsyncDisposableStack();
  const credits = toMicrocredits(1_000_000);
  const { api_key: apiKey, workspace } = await createWorkspace(db, { name: 'console', credits });
  const asWorkspace = client.with({ apiKey, subject: undefined });
  const { id, key, name } = await publishScripted(asWorkspace);
  const agent = { id, key, name };
  const owner = { service: { db }, workspaceId: workspace._id, agent };
  await storeRuns(owner, subject, runs);
  const browser = ends.adopt(await startChromium(), async (open) => await open.close());

  yield {
    title: 'Pages of the console, with an empty and a warm cache',
    rows: rowsOf(await measureFirstViews(browser, client.baseUrl, apiKey)),
  };
  const page_ms = await readRunList(asWorkspace, runs);
  yield {
    title: `The list of ${runs.toLocaleString('en')} runs, scrolled to its end, and its pages alone`,
    rows: rowsOf({
      baseline: { per_page_ms: page_ms },
      list: await measureRunList(browser, client.baseUrl, apiKey, runs),
    }),
  };
  const longRun = await storeLongRun(owner, subject, turns, prompt);
  const trace_ms = await readTrace(asWorkspace.as(subject), longRun);
  const view = await measureLongRun(browser, client.baseUrl, apiKey, { id: longRun, subject, turns });
  yield {
    title: `The page of a run with ${turns} turns, and its trace alone`,
    rows: rowsOf({ baseline: { there_ms: trace_ms }, page: view }),
  };
}

function rowsOf(figures: Record<string, object>): Row[] {
  return Object.entries(figures).map(([what, each]) => ({ what, ...cells(each, 0) }));
}
