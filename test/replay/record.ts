import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { useMongodb } from '#tools/dev/servers/use-mongodb.ts';
import { useTemporal } from '#tools/dev/servers/use-temporal.ts';
import { startServiceOn, type TestService } from '../support/start-service.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

/**
 * `npm run histories:record`: plays every scenario on real servers and stores the histories of this version, which `npm
 * test` replays from then on. Histories of earlier versions are never recorded again. `--only NAME` records one.
 */
const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const folder = join(import.meta.dirname, 'histories', version);
const temporary = await mkdtemp(join(tmpdir(), 'heddle-record-'));
/** It may be a link, and stack traces contain the directory behind it. */
const modules = await realpath(join(root, 'node_modules'));
const log = (line: string) => console.log(line);
const wanted = scenarios.filter(({ name }) => values.only === undefined || values.only === name);

try {
  await mkdir(folder, { recursive: true });
  for (const [suggestsAfter, group] of Map.groupBy(wanted, (scenario) => scenario.suggestsAfter)) {
    await recordAll(group, suggestsAfter);
  }
} finally {
  await rm(temporary, { recursive: true, force: true });
}

/** Records scenarios on a Temporal that suggests a new history from this many events on. */
async function recordAll(group: Scenario[], suggestsAfter: number | undefined): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const stop = async (server: { stop(): Promise<void> }) => await server.stop();
  const directory = join(temporary, String(suggestsAfter));
  await mkdir(directory);
  const temporal = ends.adopt(
    await useTemporal({
      log,
      logFile: join(directory, 'temporal.log'),
      furtherSettings:
        suggestsAfter === undefined ? [] : [`limit.historyCount.suggestContinueAsNew=${suggestsAfter}`],
    }),
    stop,
  );
  const mongodb = ends.adopt(
    await useMongodb({ log, logFile: join(directory, 'mongodb.log'), dataDir: join(directory, 'mongodb') }),
    stop,
  );
  const servers = { temporalAddress: temporal.address, mongodbUri: mongodb.uri };
  const service = ends.adopt(
    await startServiceOn(servers, { webhookRetryScale: 0.01, erasureSettlesMs: 500 }),
    stop,
  );
  for (const scenario of group) await record(service, scenario);
}

async function record(
  service: TestService,
  { name, play, workflowId = runWorkflowId }: Scenario,
): Promise<void> {
  const { client } = await service.workspace({ subject: 'recorded' });
  const id = workflowId(await play(client, service));
  const latest = service.temporal.workflow.getHandle(id);
  // Workflows of failed or cancelled runs close in the same way.
  await latest.result().catch(() => {});
  const { raw } = await latest.describe();
  const first = service.temporal.workflow.getHandle(id, raw.workflowExecutionInfo?.firstRunId ?? undefined);
  const history = historyToJSON(await first.fetchHistory())
    .replaceAll(modules, './node_modules')
    .replaceAll(root, '.');
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(JSON.parse(history), null, 1)}\n`);
  console.log(`recorded ${version}/${name}`);
}
