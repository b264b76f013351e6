import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { answersOk } from '#tools/dev/processes/answers-ok.ts';
import { type StartedProcess, startProcess } from '#tools/dev/processes/start-process.ts';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { withConnection } from '#tools/dev/servers/temporal-answers.ts';
import { ApiClient } from '../support/api-client.ts';
import { buildImage, type Image } from '../support/container/build-image.ts';
import { converse, messagesOf, startThread } from '#clients/raw/conversation.ts';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { patience, readyTimeoutMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';

vi.setConfig(patience);

const root = join(import.meta.dirname, '../..');
const target = mkdtempSync(join(tmpdir(), 'heddle-image-'));
const running: StartedProcess[] = [];
const database = `image_${randomBytes(4).toString('hex')}`;
const client = new MongoClient(inject('mongodbUri'));
/** It does not exist yet. */
const namespace = `image-${randomBytes(4).toString('hex')}`;
let image: Image;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  image = await buildImage(root, target);
  env = {
    ...image.env,
    MONGODB_URI: inject('mongodbUri'),
    MONGODB_DATABASE: database,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    TEMPORAL_NAMESPACE: namespace,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  };
});

afterAll(async () => {
  await Promise.all(running.map((started) => started.stop()));
  await client.db(database).dropDatabase();
  await client.close();
  await withConnection({ address: inject('temporalAddress') }, async ({ operatorService }) => {
    await operatorService.deleteNamespace({ namespace });
  });
  rmSync(target, { recursive: true, force: true });
});

const collector = perFile(startOtlpReceiver);
const logOf = (name: string) => join(target, `${name}.log`);

it('starts with modules that are compiled already', () => {
  const [ofThisNode = ''] = readdirSync(image.env['NODE_COMPILE_CACHE'] ?? '');
  expect(readdirSync(join(image.env['NODE_COMPILE_CACHE'] ?? '', ofThisNode)).length).toBeGreaterThan(500);
});

/** Runs a command in the image, as `docker compose run` does. */
async function run(command: string[] = []) {
  const [program = '', ...args] = command;
  const { stdout } = await execa(program, args, { cwd: image.directory, env, extendEnv: false });
  return stdout.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Starts a command in the image, and resolves to the port of its probes once it is ready. */
async function start(
  name: string,
  [command = '', ...args]: string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<StartedProcess & { port: number }> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const started = await startProcess({
    name,
    command,
    args,
    env: { ...env, ...variables, PORT: String(port), METRICS_PORT: String(metricsPort) },
    cwd: image.directory,
    logFile: logOf(name),
    answers: () => answersOk(`http://127.0.0.1:${metricsPort}/readyz`),
    readyTimeoutMs,
    stopTimeoutMs: 30_000,
  });
  running.push(started);
  return { ...started, port };
}

/** Every file of the image, with when it was written. Node adds what it compiles, where it may, to the compiled modules. */
function contents(): string[] {
  const files = readdirSync(image.directory, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(image.env['NODE_COMPILE_CACHE'] ?? ''))
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .toSorted();
}

it('[container.complete] the image holds its dependencies and the built console, but not the dependencies of development', () => {
  const installed = readdirSync(join(image.directory, 'node_modules'));
  expect(installed).toContain('koa');
  expect(installed).not.toContain('vitest');
  expect(existsSync(join(image.directory, 'test'))).toBe(false);
  expect(existsSync(join(image.directory, 'console/dist/index.html'))).toBe(true);
});

it('[container.complete] [container.confined] [service.prepares] [tracing.spans] an API and a worker alone, and both in one process that may not migrate, wait for a database that is not migrated, say what it lacks and create nothing; two containers with the default command prepare it and Temporal, answer a message, trace it, stop when they are told to, and write no file of the image', async () => {
  const built = contents();
  const waiting = ['api', 'worker', 'service'];
  const starting = Promise.all(
    waiting.map(
      async (name) => await start(name, ['node', `process/programs/${name}.ts`], { MIGRATE: 'false' }),
    ),
  );
  const logs = async () =>
    await Promise.all(waiting.map(async (name) => await readFile(logOf(name), 'utf8')));
  const complaint = `The database ${database} lacks the index `;
  await expect
    .poll(async () => (await logs()).map((log) => log.includes(complaint)))
    .toEqual(waiting.map(() => true));
  expect(await client.db(database).listCollections().toArray()).toEqual([]);

  // The packages that trace are in the image, too.
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
  const services = await Promise.all(
    ['one', 'other'].map(async (name) => await start(name, image.command, traced)),
  );
  const parts = await starting;
  const [workspace] = await run([
    'node',
    'process/admin/main.ts',
    'workspace',
    'create',
    'Test',
    '--credits',
    '10',
  ]);
  const url = `http://127.0.0.1:${services[0]?.port}`;
  const ada = new ApiClient(url, { apiKey: String(workspace?.['api_key']), subject: 'ada' });
  await expect.poll(async () => await answersOk(`${url}/healthz`)).toBe(true);
  const threadId = await startThread(ada);
  expect((await converse(ada, threadId, 'Hello')).state).toBe('closed');
  expect(JSON.stringify(await messagesOf(ada, threadId))).toContain('You said: Hello');
  await expect
    .poll(() => collector.spans.map(({ name }) => name.split(' ')[0]))
    .toEqual(expect.arrayContaining(['invoke_agent', 'chat', 'POST']));

  const all = [...services, ...parts];
  await Promise.all(all.map(async (each) => await each.stop()));
  expect(await Promise.all(all.map(async (each) => await each.exited))).toEqual(all.map(() => 'exit code 0'));
  // Its file system is read-only where it runs.
  expect(contents()).toEqual(built);
});
