import { type AddressInfo, createServer } from 'node:net';
import { clearLockedPorts } from 'get-port';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { readStackOptions, type StackOptions } from '#tools/dev/stack/options.ts';
import { settlePorts } from '#tools/dev/stack/ports.ts';

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
  const read = readStackOptions(['--apart'], env, '/root-of-checkout');
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
