import { type AddressInfo, createServer } from 'node:net';
import { clearLockedPorts } from 'get-port';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#dev/servers/free-port.ts';
import { readStackOptions, type StackOptions } from '#dev/stack/options.ts';
import { settlePorts } from '#dev/stack/ports.ts';

const portVariables = [
  'PORT',
  'METRICS_PORT',
  'WORKER_METRICS_PORT',
  'ECHO_PORT',
  'BRIDGE_PORT',
  'MONGODB_PORT',
];

/** A port that somebody else listens on. */
async function takenPort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function freeEnvironment(): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = {};
  for (const variable of [...portVariables, 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT']) {
    env[variable] = String(await freePort());
  }
  // Each test stands for a process of its own, in which no port has been given yet.
  clearLockedPorts();
  return env;
}

function options(env: NodeJS.ProcessEnv): StackOptions {
  const read = readStackOptions([], env, '/root-of-checkout');
  if (read === 'help') throw new Error('no help was asked for');
  return read;
}

const quiet = (): void => undefined;

test.for(['127.0.0.1', '0.0.0.0'])('a port in use on %s is named with its variable', async (host) => {
  const port = await takenPort(host);
  const env = { ...(await freeEnvironment()), PORT: String(port) };
  await expect(settlePorts(options(env), quiet)).rejects.toThrow(
    `Port ${port} is in use, and the API needs it: set PORT to a free port.`,
  );
});

test('a Temporal port that was asked for and is in use may also be meant as an address', async () => {
  const port = await takenPort('127.0.0.1');
  const env = { ...(await freeEnvironment()), TEMPORAL_PORT: String(port) };
  await expect(settlePorts(options(env), quiet)).rejects.toThrow(
    `Port ${port} is in use, and Temporal needs it: set TEMPORAL_PORT to a free port, or TEMPORAL_ADDRESS to use the Temporal that runs there.`,
  );
});

test('a port that nobody has to type gives way to another one, with a word about it', async () => {
  const port = await takenPort('127.0.0.1');
  const usual = options(await freeEnvironment());
  const said: string[] = [];
  const settled = await settlePorts(
    { ...usual, mongodb: { port, variable: 'MONGODB_PORT', flexible: true } },
    (part, text) => said.push(`${part}: ${text}`),
  );
  expect(settled.mongodb).not.toBe(port);
  expect(said).toEqual([
    `ports: ${port} is in use: ${settled.mongodb} is for MongoDB (MONGODB_PORT sets it)`,
  ]);
});

test('two parts never get the same port', async () => {
  const env = await freeEnvironment();
  const same = { ...env, TEMPORAL_UI_PORT: env['PORT'] };
  await expect(settlePorts(options(same), quiet)).rejects.toThrow(
    `Port ${env['PORT']} is in use, and Temporal’s web UI needs it: set TEMPORAL_UI_PORT to a free port.`,
  );
});

test('the ports of servers that are given are not looked at', async () => {
  const port = String(await takenPort('127.0.0.1'));
  const env: NodeJS.ProcessEnv = {
    ...(await freeEnvironment()),
    TEMPORAL_PORT: port,
    TEMPORAL_UI_PORT: port,
    MONGODB_PORT: port,
    TEMPORAL_ADDRESS: 'elsewhere:7233',
    MONGODB_URI: 'mongodb://elsewhere',
  };
  await expect(settlePorts(options(env), quiet)).resolves.toMatchObject({ api: Number(env['PORT']) });
});
