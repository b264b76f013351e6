import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '#clients/raw/client.ts';
import { publishScripted, startThread } from '#clients/raw/conversation.ts';
import { Pool } from '#clients/raw/pool.ts';
import { toMicrocredits } from '#contract/credits.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import type { StartedProcess } from '#tools/dev/processes/start-process.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { startServiceStack } from '#tools/dev/service/service-stack.ts';
import { approve, hold, publishPaying, takeTurn } from '../turns.ts';

/** The functions that ran, by file, with how often each was called. */
type Reached = Map<string, Map<string, number>>;

const root = join(import.meta.dirname, '../../..');
/** The work of an idle process is counted for so long. */
const idleMs = 4000;

/**
 * Prints how many files and functions of the service one request runs, in one process with API and worker. The workflow
 * runs in an isolate of its own and is not counted, nor is what the process does without a request.
 */
export async function printReach(): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'heddle-reach-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  const file = join(directory, 'reached.json');
  const stack = await startServiceStack<'service', StartedProcess>(ends, {
    name: 'reach',
    directory,
    services: { service: 'service' },
    keep: async (part) => await part.start(),
    ownServers: true,
    env: {
      ...process.env,
      REACH_FILE: file,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'count-code.ts')}`,
    },
    log: (line) => console.error(line),
  });
  const service = stack.parts.get('service');
  if (service === undefined) throw new Error('there is no service');
  const take = async (): Promise<Reached> => {
    await rm(file, { force: true });
    process.kill(service.pid, 'SIGUSR2');
    let text: string | undefined;
    const read = async () => {
      text = await readFile(file, 'utf8').catch(() => undefined);
      return text !== undefined;
    };
    await waitUntil(read, { timeoutMs: 60_000, what: 'the service writes what it ran' });
    return reachedBy(JSON.parse(text ?? '[]') as Profiler.ScriptCoverage[]);
  };
  const { api_key } = await createWorkspace(stack.db, { name: 'reach', credits: toMicrocredits(1_000_000) });
  const pool = ends.adopt(new Pool({ connections: null }), async (open) => await open.close());
  const { transport } = pool;
  const client = new Client(stack.urls.service, { apiKey: api_key, subject: 'reach', transport });
  const thread = await startThread(client, (await publishScripted(client)).id);
  const gated = await startThread(client, await publishPaying(client, ends, { gated: true }));
  const trips: Record<string, () => Promise<() => Promise<unknown>>> = {
    'message and its reply': async () => await Promise.resolve(async () => await takeTurn(client, thread)),
    'approval and its call': async () => {
      const held = await hold(client, gated);
      return async () => await approve(client, held);
    },
    'POST /v1/identify': async () =>
      await Promise.resolve(
        async () =>
          await client.call('POST', '/v1/identify', {
            json: { rail: 'iban', iban: 'DE89370400440532013000' },
          }),
      ),
  };
  // Code that runs only the first time does not count.
  for (const prepare of Object.values(trips)) for (const _ of [1, 2, 3]) await (await prepare())();
  await sleep(idleMs);
  await take();
  await sleep(idleMs);
  const idle = await take();
  const rows: Record<string, object> = {};
  for (const [name, prepare] of Object.entries(trips)) {
    const trip = await prepare();
    await sleep(idleMs / 4);
    await take();
    await trip();
    const reached = without(await take(), idle);
    rows[name] = countsOf(reached);
    console.log(`\n${name}\n${listOf(reached)}`);
  }
  console.table(rows);
}

function reachedBy(scripts: Profiler.ScriptCoverage[]): Reached {
  const reached: Reached = new Map();
  for (const { url, functions } of scripts) {
    const path = relative(root, fileURLToPath(url));
    if (path.startsWith('tools/') || path.startsWith('test/')) continue;
    const calls = new Map<string, number>();
    for (const { functionName, ranges } of functions) {
      const [whole] = ranges;
      // The first range of a module is its top level, which ran when it was loaded.
      if (whole === undefined || whole.count === 0 || (functionName === '' && whole.startOffset === 0))
        continue;
      calls.set(`${functionName}:${whole.startOffset}`, whole.count);
    }
    if (calls.size > 0) reached.set(path, calls);
  }
  return reached;
}

/** Without the functions that run all the time. */
function without(reached: Reached, idle: Reached): Reached {
  const rest: Reached = new Map();
  for (const [path, calls] of reached) {
    const own = [...calls].filter(([name]) => idle.get(path)?.has(name) !== true);
    if (own.length > 0) rest.set(path, new Map(own));
  }
  return rest;
}

function countsOf(reached: Reached) {
  const calls = [...reached.values()].flatMap((each) => [...each.values()]);
  const folders = new Set([...reached.keys()].map((path) => path.split('/').slice(0, -1).join('/')));
  return {
    files: reached.size,
    functions: calls.length,
    calls: calls.reduce((sum, count) => sum + count, 0),
    folders: folders.size,
  };
}

function listOf(reached: Reached): string {
  return [...reached.keys()]
    .toSorted()
    .map((path) => `  ${path} ${reached.get(path)?.size}`)
    .join('\n');
}
