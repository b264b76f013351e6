import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runDevStack, stackPorts, type StackProcess, whenUp } from '../support/dev-stack.ts';
import { patience } from '../support/patience.ts';

vi.setConfig(patience);

/** The example as its reader meets it: its own dependencies, a stack that runs, three variables. */
const example = join(import.meta.dirname, '../../examples/typescript-client');

let devDir: string;
let stack: StackProcess;
let variables: NodeJS.ProcessEnv;
beforeAll(async () => {
  devDir = await mkdtemp(join(tmpdir(), 'heddle-client-'));
  stack = runDevStack(devDir, await stackPorts());
  const [facts] = await Promise.all([
    whenUp(stack),
    run('npm', ['ci', '--prefer-offline', '--fetch-retries=5', '--no-audit', '--no-fund']),
  ]);
  variables = {
    HEDDLE_URL: facts.base_url,
    HEDDLE_API_KEY: facts.api_key,
    HEDDLE_AGENT_ID: facts.agent_id,
  };
});
afterAll(async () => {
  stack.signal('SIGTERM');
  await stack.exited;
  await rm(devDir, { recursive: true, force: true });
});

/** Runs a program of the example's; rejects with what it printed when it fails. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  // Node as of this process, and none of what vitest sets for itself.
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const options = { cwd: example, env: { ...process.env, NODE_ENV: '', PATH, ...env } };
  return (await promisify(execFile)(command, args, options)).stdout;
}

it('[operations.openapi] the client that is generated from the description fits its own types', async () => {
  expect(await run('npm', ['run', '--silent', 'types'])).toBe('');
});

it('[operations.openapi] the client holds a whole conversation', async () => {
  const lines = (await run('npm', ['run', '--silent', 'start'], variables)).trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^thread [0-9a-f-]{36} with Demo$/),
    'closed: You said: Hello',
    'awaiting_input',
    'asked: Which account?',
    'closed: Thanks: {"answer":"The first"}',
    'awaiting_input',
    'held: Send 12.5 EUR',
    'closed: Paid.',
    'turn 1: send_payment@1 ok',
    'turn 2: a reply',
  ]);
});

it('a failure says what went wrong by its code', async () => {
  const stranger = run('npm', ['run', '--silent', 'start'], { ...variables, HEDDLE_API_KEY: 'sk_unknown' });
  await expect(stranger).rejects.toThrow(/HeddleError: .*[^]*status: 401,[^]*code: 'unauthorized'/);
});
