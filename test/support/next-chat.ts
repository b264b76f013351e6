import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import pRetry from 'p-retry';
import { freePort } from '#tools/dev/servers/free-port.ts';
import type { ChatBackend } from './chat-page.ts';
import { isRunning } from './is-running.ts';
import { readyTimeoutMs } from './patience.ts';

const directory = join(import.meta.dirname, '../../examples/next-chat');
const askEveryMs = 250;

/** Serves examples/next-chat as its reader meets it: with its own dependencies, for a stack that a file describes. */
export async function serveNextChat(
  backend: ChatBackend,
): Promise<{ url: string; stop: () => Promise<void> }> {
  await install();
  const stackDirectory = await mkdtemp(join(tmpdir(), 'heddle-next-chat-'));
  const { baseUrl: base_url, apiKey: api_key, agentId: agent_id, signingKey: signing_key } = backend;
  const stack = { base_url, api_key, agent_id, signing_key };
  await writeFile(join(stackDirectory, 'stack.json'), JSON.stringify(stack), { mode: 0o600 });
  const url = `http://127.0.0.1:${await freePort()}`;
  const server = execa('npm', ['run', 'dev', '--', '--port', new URL(url).port], {
    cwd: directory,
    env: { DEV_DIR: stackDirectory, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
    all: true,
    detached: true,
    reject: false,
  });
  const stop = async (): Promise<void> => {
    // npm, Next.js and its server, unless they have ended.
    if (server.pid !== undefined && isRunning(server.pid)) process.kill(-server.pid, 'SIGTERM');
    await server;
    await rm(stackDirectory, { recursive: true });
  };
  try {
    await Promise.race([answers(url), endOf(server)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** Rejects when the server has ended, before it answers, with what it printed. */
async function endOf(server: Promise<{ all: string }>): Promise<never> {
  const { all } = await server;
  throw new Error(`Next.js ended: ${all}`);
}

/** Installs what its lock file names, unless that is installed. */
async function install(): Promise<void> {
  const lock = await readFile(join(directory, 'package-lock.json'), 'utf8');
  const stamp = join(directory, 'node_modules/.heddle-install');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === lock) return;
  const options = ['--include=dev', '--prefer-offline', '--fetch-retries=5', '--no-audit', '--no-fund'];
  await execa('npm', ['ci', ...options], { cwd: directory });
  await writeFile(stamp, lock);
}

/** Waits until the page and the routes that it needs are compiled. */
async function answers(url: string): Promise<void> {
  const ask = async (): Promise<void> => {
    const page = await fetch(url);
    if (!page.ok) throw new Error(`The page answers with ${page.status}.`);
  };
  await pRetry(ask, { retries: readyTimeoutMs / askEveryMs, minTimeout: askEveryMs, factor: 1 });
}
