import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run } from '#contract/run.ts';
import { Client } from '#clients/raw/client.ts';
import { buildConsole } from '../build-console.ts';
import { type Pictured, startPictured } from '../screenshots/pictured-stack.ts';
import { SetupProblem } from '../setup-problem.ts';
import { auditPage, required, type Verdict } from './audit-page.ts';
import { startAuditedBrowser } from './audited-browser.ts';
import { installLighthouse } from './install-lighthouse.ts';

/** The score that every page must reach in the required categories. */
const goal = 95;
const signIn = { 'sign-in': '/console/sign-in' };

/**
 * `npm run lighthouse`: starts the whole service, has conversations in it, and runs Lighthouse on the console's main
 * pages in both themes. Words select pages by name: `npm run lighthouse -- inbox`. Fails if a page misses the goal.
 */
async function main(words: string[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-lighthouse-'));
  await using ends = new AsyncDisposableStack();
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  const lighthouse = await installLighthouse((line) => console.log(line));
  await buildConsole();
  const pictured = await startPictured(ends, directory);
  const pages = await auditedPages(pictured);
  const browser = await startAuditedBrowser(ends, pictured.baseUrl, directory);
  const verdicts: Record<string, Verdict> = {};
  const audit = async (theme: 'light' | 'dark', paths: Record<string, string>): Promise<void> => {
    await browser.choose(theme);
    for (const [name, path] of Object.entries(paths)) {
      if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
      const title = `${name}, ${theme}`;
      const url = `${pictured.baseUrl}${path}`;
      const reportFile = join(directory, title);
      verdicts[title] = await auditPage({ lighthouse, port: browser.port, url, reportFile });
    }
  };
  // The page is for people who are not signed in.
  await audit('light', signIn);
  await audit('dark', signIn);
  await browser.signIn(pictured.apiKey);
  await audit('light', pages);
  await audit('dark', pages);
  show(verdicts);
}

function show(verdicts: Record<string, Verdict>): void {
  const all = Object.entries(verdicts);
  if (all.length === 0) throw new SetupProblem('There is no such page.');
  console.table(Object.fromEntries(all.map(([title, { scores }]) => [title, scores])));
  for (const [title, { faults }] of all) for (const fault of faults) console.log(`${title}: ${fault}`);
  if (all.some(([, { scores }]) => required.some((category) => scores[category] < goal))) {
    console.error(`A page has less than ${goal}.`);
    process.exitCode = 1;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** The paths of the pages to look at, by name, with something to show on each. */
async function auditedPages({ baseUrl, apiKey, held }: Pictured): Promise<Record<string, string>> {
  const client = new Client(baseUrl, { apiKey });
  // Nobody listens there: its health and deliveries are shown.
  const endpoint = { url: 'http://127.0.0.1:9/hooks', events: ['*'] };
  await client.call('POST', '/v1/webhook-endpoints', { json: endpoint });
  const { data: runs } = await client.get<Run[]>('/v1/loom/runs?subject=linus@example.com');
  const [run] = runs;
  if (run === undefined) throw new Error('there is no run to look at');
  const subject = (name: string) => `subject=${encodeURIComponent(name)}`;
  return {
    playground: `/console/playground?thread=${held.id}&${subject(held.subject)}`,
    inbox: '/console/inbox',
    runs: '/console/runs',
    run: `/console/runs/${run.id}?${subject(run.subject_ref)}`,
    overview: '/console/overview',
    patches: '/console/patches',
    webhooks: '/console/webhooks',
  };
}
