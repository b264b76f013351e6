import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { searchAttributes } from '#contract/temporal/names.ts';
import type { Trace } from '#contract/run.ts';
import type { CreatedThread } from '#contract/thread.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { acceptsConnections } from '#tools/dev/servers/accepts-connections.ts';
import { mongodbAnswers } from '#tools/dev/servers/mongodb-answers.ts';
import { temporalAnswers } from '#tools/dev/servers/temporal-answers.ts';
import { type PartName, partNames } from '#tools/dev/stack/part-names.ts';
import type { StackFile } from '#tools/dev/stack/stack-file.ts';
import { runAdmin } from '../support/admin.ts';
import { ApiClient } from '../support/api-client.ts';
import { converse, messagesOf } from '#clients/raw/conversation.ts';
import { runDevStack, stackFile, stackPorts, type StackProcess, whenUp } from '../support/dev-stack.ts';
import { isRunning } from '../support/is-running.ts';
import { patience, readyTimeoutMs } from '../support/patience.ts';
import { isTaken, signToken } from '../support/session-tokens.ts';

vi.setConfig(patience);

const devDir = mkdtempSync(join(tmpdir(), 'heddle-dev-stack-'));
let ports: NodeJS.ProcessEnv;
let stack: StackProcess;
let facts: StackFile;
let threadId: string;

/** The service in one process by default. */
const usualParts = ['service', 'temporal', 'mongodb'] as const satisfies PartName[];

const runs = (pid: number | null | undefined): boolean => typeof pid === 'number' && isRunning(pid);

const demoUser = (): ApiClient =>
  new ApiClient(facts.base_url, { apiKey: facts.api_key, subject: 'demo-user' });

const status = async (url: string): Promise<number> => (await fetch(url)).status;

async function stop(signal: NodeJS.Signals): Promise<void> {
  stack.signal(signal);
  expect(await stack.exited).toBe(0);
}

const runningParts = (): string[] => partNames.filter((part) => runs(facts.pids[part]));

/** How many seconds the server lets a transaction live. */
async function transactionLifetime(uri: string): Promise<unknown> {
  const client = new MongoClient(uri);
  try {
    const asked = { getParameter: 1, transactionLifetimeLimitSeconds: 1 };
    return (await client.db('admin').command(asked))['transactionLifetimeLimitSeconds'];
  } finally {
    await client.close();
  }
}

async function portsInUse(): Promise<string[]> {
  const answer = await Promise.all(
    Object.values(ports).map((port) => acceptsConnections('127.0.0.1', Number(port))),
  );
  return Object.keys(ports).filter((_variable, index) => answer[index]);
}

/** The example client as its reader meets it: its own dependencies, a stack that runs, three variables. */
const example = join(import.meta.dirname, '../../examples/typescript-client');

/** Runs npm for the example client; rejects with what it printed when it fails. */
async function npm(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  // Node as of this process, and none of what vitest sets for itself.
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const options = { cwd: example, env: { ...process.env, NODE_ENV: '', PATH, ...env } };
  return (await promisify(execFile)('npm', args, options)).stdout;
}

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

const runExample = async (HEDDLE_API_KEY: string): Promise<string> =>
  await npm(['run', '--silent', 'start'], {
    HEDDLE_API_KEY,
    HEDDLE_URL: facts.base_url,
    HEDDLE_AGENT_ID: facts.agent_id,
  });

beforeAll(async () => {
  ports = await stackPorts();
  stack = runDevStack(devDir, ports);
  [facts] = await Promise.all([
    whenUp(stack),
    npm(['ci', '--prefer-offline', '--fetch-retries=5', '--no-audit', '--no-fund']),
  ]);
});

afterAll(async () => {
  stack.signal('SIGTERM');
  await stack.exited;
  rmSync(devDir, { recursive: true, force: true });
});

// One stack lives through all of these, in this order: each start costs seconds.
describe('the development stack', () => {
  test('[dev-stack.one-command] [dev-stack.stack-json] everything that stack.json names answers', async () => {
    expect(facts).toEqual({
      base_url: `http://127.0.0.1:${ports['PORT']}`,
      workspace_id: expect.any(String),
      api_key: expect.stringMatching(/^sk_[\w-]{43}$/),
      agent_id: expect.stringMatching(/^agent_[0-9a-f]{32}$/),
      signing_key: {
        kid: expect.stringMatching(/^key_\w{24}$/),
        algorithm: 'HS256',
        secret: expect.any(String),
      },
      temporal_address: `127.0.0.1:${ports['TEMPORAL_PORT']}`,
      temporal_ui: `http://127.0.0.1:${ports['TEMPORAL_UI_PORT']}`,
      mongodb_uri: expect.stringContaining(`127.0.0.1:${ports['MONGODB_PORT']}`),
      console_url: expect.stringContaining(`http://127.0.0.1:${ports['PORT']}/console/sign-in?code=`),
      pids: {
        service: expect.any(Number),
        temporal: expect.any(Number),
        mongodb: expect.any(Number),
      },
    });
    expect(statSync(join(devDir, 'stack.json')).mode & 0o777).toBe(0o600);
    expect(await status(`${facts.base_url}/readyz`)).toBe(200);
    expect(await status(`http://127.0.0.1:${ports['METRICS_PORT']}/metrics`)).toBe(200);
    expect(await status(`${facts.temporal_ui}/`)).toBe(200);
    expect(await status(`http://127.0.0.1:${ports['ECHO_PORT']}/`)).toBe(200);
    // It pays only for calls of the service.
    expect(await status(`http://127.0.0.1:${ports['ECHO_PORT']}/payments`)).toBe(401);
    // It serves only who comes with a request token.
    expect(await status(`http://127.0.0.1:${ports['BRIDGE_PORT']}/login`)).toBe(400);
    expect(await mongodbAnswers(facts.mongodb_uri)).toBe(true);
    expect(await transactionLifetime(facts.mongodb_uri)).toBe(5);
    expect(await temporalAnswers({ address: facts.temporal_address, namespace: 'default' })).toBe(true);
    const { kid, secret } = facts.signing_key;
    const key = new TextEncoder().encode(secret);
    expect(await isTaken(facts.base_url, await signToken({ kid, algorithm: 'HS256', key }))).toBe(true);
    expect(runningParts()).toEqual(usualParts);
  });

  test('[dev-stack.loopback] [config.host] nothing of it listens on another address than 127.0.0.1', async () => {
    // On Linux all of 127.0.0.0/8 leads to this machine: what listens on every address answers there.
    const others = Object.values(networkInterfaces()).flatMap((list = []) =>
      list.map(({ address }) => address),
    );
    const hosts = ['127.0.0.2', ...others.filter((address) => address !== '127.0.0.1')];
    const reached = hosts.flatMap((host) =>
      Object.entries(ports).map(async ([variable, port]) =>
        (await acceptsConnections(host, Number(port))) ? `${variable} at ${host}` : undefined,
      ),
    );
    expect((await Promise.all(reached)).filter(Boolean)).toEqual([]);
    expect(await portsInUse()).toEqual(Object.keys(ports));
  });

  test('[dev-stack.says-what-it-does] it tells where each part is from, then a curl that works', async () => {
    const printed = stack.output();
    expect(printed).toMatch(/^temporal starting Temporal on port \d+ \(.+\)$/m);
    expect(printed).toMatch(/^mongodb {2}starting MongoDB on port \d+ \(.+\)$/m);
    const mcp = `${facts.base_url}/mcp/${facts.agent_id}`;
    for (const address of [
      facts.base_url,
      mcp,
      facts.temporal_address,
      facts.temporal_ui,
      facts.mongodb_uri,
    ]) {
      expect(printed).toContain(address);
    }
    const [curl] = /^ {2}curl (?:.+\\\n)+.+$/m.exec(printed) ?? ['no curl was printed'];
    const answer = JSON.parse(execFileSync('/bin/sh', ['-c', curl], { encoding: 'utf8' })) as {
      data: CreatedThread;
    };
    threadId = answer.data.id;
    expect(threadId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('[dev-stack.demo-agent] a message to the demo agent is answered', async () => {
    const run = await converse(demoUser(), threadId, 'Hello');
    expect(run.state).toBe('closed');
    expect(JSON.stringify(await messagesOf(demoUser(), threadId))).toContain('You said: Hello');
  });

  test('[operations.openapi] the example client, which is generated from the description, fits its own types and holds a whole conversation', async () => {
    expect(await npm(['run', '--silent', 'types'])).toBe('');
    expect((await runExample(facts.api_key)).trim().split('\n')).toEqual([
      expect.stringMatching(/^thread [0-9a-f-]{36} with Demo$/),
      'closed: You said: Hello',
      'awaiting_input',
      'asked: Which account?',
      'closed: Thanks: {"answer":"The first"}',
      'awaiting_input',
      'held: Send 12.5 EUR to Bo at Commerzbank',
      'closed: Paid.',
      'turn 1: send_payment@1 ok',
      'turn 2: a reply',
    ]);
    await expect(runExample('sk_unknown')).rejects.toThrow(
      /HeddleError: .*[^]*status: 401,[^]*code: 'unauthorized'/,
    );
  });

  test('[dev-stack.readme] the commands of the README hold three payments twice, and decide on them by one request and by one signature', async () => {
    const section = readme
      .split('\n## ')
      .find((part) => part.startsWith('A conversation with an approval\n'));
    const blocks = [...(section ?? '').matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);
    const script = blocks.join('').replaceAll('./.dev/', `${devDir}/`);
    const env = { ...process.env, NODE_ENV: '', DEV_DIR: devDir };
    const bash = ['-euo', 'pipefail', '-c', script];
    const { stdout } = await promisify(execFile)('bash', bash, { cwd: root, env });
    const printed = stdout
      .replaceAll(/\}\{(?="(?:status|decision_id)")/g, '}\n{')
      .trim()
      .split('\n');
    const [held, decided, closed, again, signed, last] = printed.map((line) => JSON.parse(line) as unknown);
    const inTurn = (amount: string, position: number, payee: object, unusual: string) => ({
      set: { turn: 1, position, of: 3 },
      payment: { amount, currency: 'EUR', payee },
      unusual: [{ code: unusual }],
      origins: expect.arrayContaining([
        expect.objectContaining({
          path: '/iban',
          from: expect.arrayContaining(['subject']),
          seen: expect.arrayContaining([expect.objectContaining({ kind: 'message' })]),
        }),
      ]),
    });
    const account = { formatted: 'FR14 2004 1010 0505 0001 3M02 606' };
    const [cy, di, eli] = [
      { name: 'Cy', account, institution: { name: 'La Banque Postale' } },
      { name: 'Di', country: 'GB' },
      { name: 'Eli', country: 'NL' },
    ];
    const shown = (history: object, unusual: string) => ({
      data: {
        state: 'awaiting_input',
        pending_confirmations: [
          inTurn('12.5', 1, { ...cy, ...history }, unusual),
          inTurn('80', 2, { ...di, ...history }, unusual),
          inTurn('7', 3, { ...eli, ...history }, unusual),
        ],
      },
    });
    expect(held).toMatchObject(shown({ known: false, payments: 0 }, 'new_payee'));
    expect(again).toMatchObject(
      shown({ known: true, payments: 1, last_paid_at: expect.any(String) }, 'possible_duplicate'),
    );
    const accepted = Array.from({ length: 3 }, () => ({ result: 'accepted' }));
    expect(decided).toMatchObject({ data: { results: accepted } });
    expect(signed).toMatchObject({ results: accepted });
    for (const run of [closed, last]) {
      expect(run).toMatchObject({ data: { state: 'closed', reason: 'finished' } });
      const { id } = (run as { data: { id: string } }).data;
      const { turns } = (await demoUser().get<Trace>(`/v1/loom/runs/${id}/trace`)).data;
      const by =
        run === last ? { actor: 'eve@bank.example', via: 'passkey' } : { actor: 'demo-user', via: 'api_key' };
      expect(turns[0]?.tool_calls).toMatchObject(
        [12.5, 80, 7].map((amount) => ({ status: 'ok', args: { amount }, decisions: [by] })),
      );
    }
  });

  test('a second one in the same directory, or on the same port, says what to do', async () => {
    const second = runDevStack(devDir, await stackPorts());
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(
      `A stack already runs in ${devDir} (process ${stack.pid}): stop that one, or set DEV_DIR to another directory.\n`,
    );
    const elsewhere = mkdtempSync(join(tmpdir(), 'heddle-dev-stack-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    const third = runDevStack(elsewhere, { ...(await stackPorts()), PORT: ports['PORT'] });
    expect(await third.exited).toBe(1);
    expect(third.output()).toBe(
      `Port ${ports['PORT']} is in use, and the API needs it: set PORT to a free port.\n`,
    );
    expect(await status(`${facts.base_url}/readyz`)).toBe(200);
  });

  test('[dev-stack.overrides] given servers are used, and left running', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'heddle-dev-stack-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    const guest = runDevStack(elsewhere, {
      ...(await stackPorts()),
      TEMPORAL_ADDRESS: facts.temporal_address,
      MONGODB_URI: facts.mongodb_uri,
      MONGODB_DATABASE: 'guest',
    });
    const guestFacts = await whenUp(guest);
    expect(guestFacts).toMatchObject({
      temporal_address: facts.temporal_address,
      temporal_ui: null,
      mongodb_uri: facts.mongodb_uri,
      pids: { temporal: null, mongodb: null },
    });
    expect(await status(`${guestFacts.base_url}/readyz`)).toBe(200);
    guest.signal('SIGTERM');
    expect(await guest.exited).toBe(0);
    expect(runs(guestFacts.pids.service)).toBe(false);
    expect(await status(`${facts.base_url}/readyz`)).toBe(200);
    expect(runningParts()).toEqual(usualParts);
  });

  test('[operations.temporal-prepared] a Temporal from elsewhere can be prepared for the service, again and again', async () => {
    const env = { TEMPORAL_ADDRESS: facts.temporal_address, TEMPORAL_NAMESPACE: 'elsewhere' };
    const prepared = {
      code: 0,
      printed: [{ address: facts.temporal_address, namespace: 'elsewhere' }],
      complaint: '',
    };
    expect(await runAdmin(['temporal', 'prepare'], env)).toEqual(prepared);
    expect(await runAdmin(['temporal', 'prepare'], env)).toEqual(prepared);
    const client = createTemporalClient({ address: facts.temporal_address, namespace: 'elsewhere' });
    onTestFinished(() => client.connection.close());
    const { customAttributes } = await client.connection.operatorService.listSearchAttributes({
      namespace: 'elsewhere',
    });
    expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.values(searchAttributes)));
  });

  test.for(usualParts)('[dev-stack.restarts-dead-parts] %s is started again when it dies', async (part) => {
    const before = facts.pids[part];
    if (typeof before !== 'number') throw new Error(`no pid of ${part}`);
    process.kill(before, 'SIGKILL');
    const restarted = (): boolean => stackFile(devDir)?.pids[part] !== before;
    await waitUntil(restarted, { timeoutMs: readyTimeoutMs, what: `${part} has another pid` });
    const now = await whenUp(stack);
    expect(now).toEqual({ ...facts, pids: { ...facts.pids, [part]: now.pids[part] } });
    facts = now;
    expect(runs(now.pids[part])).toBe(true);
    // The file may be seen before what was printed earlier has come through the pipe.
    await expect
      .poll(() => stack.output())
      .toMatch(new RegExp(`^${part} +died \\(SIGKILL\\); starting it again`, 'm'));
    // The others have to find it again.
    const ready = async (): Promise<boolean> => (await status(`${facts.base_url}/readyz`)) === 200;
    await waitUntil(ready, { timeoutMs: readyTimeoutMs, what: 'the API is ready again' });
    const run = await converse(demoUser(), threadId, `Still there without ${part}?`);
    expect(run.state).toBe('closed');
  });

  test('[dev-stack.stops-what-it-started] SIGTERM stops all of it, in order', async () => {
    await stop('SIGTERM');
    expect([...runningParts(), ...(await portsInUse())]).toEqual([]);
    expect(stackFile(devDir)).toBeUndefined();
    const stopped = [...stack.output().matchAll(/^(\w+) +stopped$/gm)].map(([, part]) => part);
    expect(stopped).toEqual([...usualParts, 'stack']);
  });

  test('[dev-stack.data-survives] [dev-stack.apart] a second start finds what the first one left, also with API and worker apart', async () => {
    const first = facts;
    ports['WORKER_METRICS_PORT'] = String(await freePort());
    stack = runDevStack(devDir, ports, ['--apart']);
    facts = await whenUp(stack);
    // A link signs in once, so that each start has another one.
    expect(facts).toEqual({ ...first, pids: facts.pids, console_url: facts.console_url });
    expect(runningParts()).toEqual(['api', 'worker', 'temporal', 'mongodb']);
    expect(await status(`http://127.0.0.1:${ports['WORKER_METRICS_PORT']}/metrics`)).toBe(200);
    expect((await converse(demoUser(), threadId, 'Still there?')).state).toBe('closed');
    expect(JSON.stringify(await messagesOf(demoUser(), threadId))).toContain('Still there without mongodb?');
  });

  test('[dev-stack.stops-what-it-started] the parts of a stack that was killed do not stay behind', async () => {
    stack.signal('SIGKILL');
    await stack.exited;
    // The first thread of a process may be gone before the others, and with them its ports.
    await expect.poll(async () => [...runningParts(), ...(await portsInUse())]).toEqual([]);
  });

  test('[dev-stack.fresh] --fresh starts empty, and Ctrl-C stops it', async () => {
    const first = facts;
    stack = runDevStack(devDir, ports, ['--fresh']);
    facts = await whenUp(stack);
    expect(facts.api_key).not.toBe(first.api_key);
    expect((await demoUser().get(`/v1/loom/threads/${threadId}`)).status).toBe(404);
    await stop('SIGINT');
    expect([...runningParts(), ...(await portsInUse())]).toEqual([]);
  });

  test('a part that does not start ends the start in one sentence, with nothing left', async () => {
    stack = runDevStack(devDir, { ...ports, LOG_LEVEL: 'loud' });
    expect(await stack.exited).toBe(1);
    expect(stack.output()).toMatch(/^the service stopped before it answered \(exit code \d\): LOG_LEVEL.*$/m);
    expect([...runningParts(), ...(await portsInUse())]).toEqual([]);
  });
});
