import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { freePort } from '#tools/dev/servers/free-port.ts';
import type { StackFile } from '#tools/dev/stack/stack-file.ts';
import { readyTimeoutMs } from './patience.ts';

const root = join(import.meta.dirname, '../..');

export type StackProcess = {
  devDir: string;
  pid: number;
  /** All that it printed so far. */
  output(): string;
  /** Its exit code, or null when a signal ended it. */
  exited: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
};

/** The ports that a stack of a test takes, so that it meets neither another one nor a developer's. */
export async function stackPorts(): Promise<NodeJS.ProcessEnv> {
  const variables = ['PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'MONGODB_PORT', 'ECHO_PORT', 'BRIDGE_PORT'];
  const ports: NodeJS.ProcessEnv = {};
  for (const variable of [...variables, 'METRICS_PORT']) {
    ports[variable] = String(await freePort());
  }
  return ports;
}

/** Variables of the caller's that mean something else here: other servers, and what vitest sets for itself. */
const unset = { TEMPORAL_ADDRESS: '', MONGODB_URI: '', BASE_URL: '', NODE_ENV: '' };

/** Runs `./temporal-dev.sh` with these variables. */
export function runDevStack(devDir: string, env: NodeJS.ProcessEnv, args: string[] = []): StackProcess {
  const child = spawn(join(root, 'temporal-dev.sh'), args, {
    env: { ...process.env, ...unset, ...env, DEV_DIR: devDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid === undefined) throw new Error('temporal-dev.sh did not start');
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    devDir,
    pid: child.pid,
    output: () => printed,
    exited,
    signal: (signal) => void child.kill(signal),
  };
}

/** The content of stack.json, or undefined while there is none. */
export function stackFile(devDir: string): StackFile | undefined {
  const file = join(devDir, 'stack.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StackFile) : undefined;
}

/**
 * Waits until everything answers and stack.json says so; one that a killed stack left behind does not count.
 * @throws with what the stack printed when it ends before that
 */
export async function whenUp(stack: StackProcess): Promise<StackFile> {
  let ended = false;
  void stack.exited.then(() => (ended = true));
  const settled = (): boolean => ended || stack.output().includes('Everything answers.');
  await waitUntil(settled, { timeoutMs: readyTimeoutMs, what: 'the stack is up' });
  const facts = stackFile(stack.devDir);
  if (facts === undefined) throw new Error(`the stack did not come up:\n${stack.output()}`);
  return facts;
}
