import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { useMongodb } from '#dev/servers/use-mongodb.ts';
import { useTemporal } from '#dev/servers/use-temporal.ts';
import { startServiceOn } from '../support/start-service.ts';
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
const [temporal, mongodb] = await Promise.all([
  useTemporal({ log, logFile: join(temporary, 'temporal.log') }),
  useMongodb({ log, logFile: join(temporary, 'mongodb.log'), dataDir: join(temporary, 'mongodb') }),
]);
try {
  const servers = { temporalAddress: temporal.address, mongodbUri: mongodb.uri };
  const service = await startServiceOn(servers, { webhookRetryScale: 0.01, erasureSettlesMs: 500 });
  await mkdir(folder, { recursive: true });
  for (const { name, play, workflowId = runWorkflowId } of scenarios) {
    if (values.only !== undefined && values.only !== name) continue;
    const { client } = await service.workspace({ subject: 'recorded' });
    const workflow = service.temporal.workflow.getHandle(workflowId(await play(client, service)));
    // Workflows of failed or cancelled runs close in the same way.
    await workflow.result().catch(() => {});
    const history = historyToJSON(await workflow.fetchHistory())
      .replaceAll(modules, './node_modules')
      .replaceAll(root, '.');
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(JSON.parse(history), null, 1)}\n`);
    console.log(`recorded ${version}/${name}`);
  }
  await service.stop();
} finally {
  await Promise.all([temporal.stop(), mongodb.stop()]);
  await rm(temporary, { recursive: true, force: true });
}
