import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pythonEnvironment } from '#tools/dev/python/python-environment.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { freePort } from '#tools/dev/servers/free-port.ts';
import { compileStrictly } from '../support/clients/compile-strictly.ts';
import { readyTimeoutMs } from '../support/patience.ts';
import { sharedService } from '../support/service.ts';

/* The guide to the first agent, as its reader would follow it: each command and each program of it, as they are written. */

const root = join(import.meta.dirname, '../..');
const service = sharedService();
const ends = new AsyncDisposableStack();
let guide: string;
let directory: string;
let env: Record<string, string>;
let hostUrl: string;

/** The blocks of code in a language, in order. */
const blocks = (language: string) =>
  Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')), ([, code = '']) => code);
/** The output of the commands as the guide shows it, without the marks of comments. */
const shownAfter = (command: string) => {
  const block = blocks('sh').find((code) => code.includes(command)) ?? '';
  const after = block.slice(block.indexOf(command)).split('\n').slice(1);
  const end = after.findIndex((line) => !line.startsWith('#'));
  return after.slice(0, end === -1 ? after.length : end).map((line) => line.replace(/^# ?/, ''));
};

beforeAll(async () => {
  const { apiKey } = await service.workspace();
  // The guide's may not be free.
  const port = await freePort();
  hostUrl = `http://127.0.0.1:${port}`;
  guide = (await readFile(join(root, 'docs/first-agent.md'), 'utf8')).replaceAll('9300', `${port}`);
  directory = await mkdtemp(join(tmpdir(), 'heddle-first-agent-'));
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, '.dev'));
  const stack = { base_url: service.baseUrl, api_key: apiKey };
  await writeFile(join(directory, '.dev/stack.json'), JSON.stringify(stack));
  await writeFile(join(directory, 'bank.mjs'), blocks('js').join('\n'));
  env = { HEDDLE_BASE_URL: service.baseUrl, HEDDLE_API_KEY: apiKey };
  // The guide starts it in the background of the shell: here it outlives none of the tests.
  const host = spawn(process.execPath, ['bank.mjs'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  host.stdout.pipe(createWriteStream(join(directory, 'bank.log')));
  ends.defer(async () => {
    host.kill();
    if (host.exitCode === null) await once(host, 'exit');
  });
  await waitUntil(async () => await isUp(hostUrl), { timeoutMs: readyTimeoutMs, what: 'the host answers' });
}, readyTimeoutMs);
afterAll(async () => await ends.disposeAsync());

async function isUp(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

const sent = async () =>
  (await readFile(join(directory, 'bank.log'), 'utf8')).split('\n').filter((line) => line.startsWith('POST'));
const answer = '{"payment":"pay_1","state":"sent"}';

it('[guides.first-agent] its commands make an agent whose payment is held, approved and sent, and print what it says', async () => {
  const script = ['set -euo pipefail', ...blocks('sh').filter((code) => !code.includes('node bank.mjs'))];
  const { stdout } = await execa('bash', ['-c', script.join('\n')], {
    cwd: directory,
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
  });
  expect(stdout).toContain('pay_bill@1');
  for (const command of [
    'field pending.summary',
    'field pending.payment.payee',
    'field pending.unusual',
    "field 'turns[0]",
    'field message.content',
    'cat bank.log',
  ]) {
    const lines = shownAfter(command);
    expect(lines.length).toBeGreaterThan(0);
    // A terminal of another width breaks lines elsewhere.
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(lines.join(' ').replaceAll(/\s+/g, ' ').trim());
  }
  expect(await sent()).toEqual(shownAfter('cat bank.log'));
});

it('[guides.first-agent] its program in TypeScript compiles, and does the same', async () => {
  const program = blocks('ts')
    .join('\n')
    .replace("'@heddle/client'", `'${join(root, 'clients/typescript/src/index.ts')}'`);
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  await writeFile(join(directory, 'first-agent.ts'), program);
  await compileStrictly(directory, 'first-agent.ts', ['--allowImportingTsExtensions']);
  const before = (await sent()).length;
  const { stdout } = await execa(process.execPath, ['first-agent.ts'], { cwd: directory, env });
  expect(stdout).toContain("Pay 12.5 EUR to Bo { amount: 12.5, to: 'Bo', from: 'acc_81' }");
  expect(stdout.trim().split('\n').at(-1)).toBe(answer);
  expect((await sent()).slice(before)).toEqual([
    'POST /eu/payments ada {"amount":12.5,"to":"Bo","from":"acc_81"}',
  ]);
});

it('[guides.first-agent] its program in Python is typed, and does the same', async () => {
  await writeFile(join(directory, 'first_agent.py'), blocks('python').join('\n'));
  const python = await pythonEnvironment(
    {
      name: 'python-client-build',
      requirements: join(root, 'test/support/clients/requirements.txt'),
      needs: 'Python 3.10 or newer with venv, and PyPI',
    },
    console.log,
  );
  const environment = join(directory, 'environment');
  const clean = join(environment, 'bin/python');
  await execa(python, ['-m', 'venv', '--without-pip', environment]);
  const constraints = ['--constraint', join(root, 'test/support/clients/constraints.txt')];
  const install = ['-m', 'pip', '--python', clean, 'install', '--quiet', ...constraints];
  await execa(python, [...install, 'httpx', 'pydantic']);
  const source = join(root, 'clients/python/src');
  const checking = ['--strict', '--follow-imports=silent', '--no-incremental', '--python-executable', clean];
  await execa(python, ['-m', 'mypy', ...checking, 'first_agent.py'], {
    cwd: directory,
    env: { MYPYPATH: source },
  });
  const before = (await sent()).length;
  const { stdout } = await execa(clean, ['first_agent.py'], {
    cwd: directory,
    env: { ...env, PYTHONPATH: source },
  });
  expect(stdout).toContain("Pay 12.5 EUR to Bo {'amount': 12.5, 'to': 'Bo', 'from': 'acc_81'}");
  expect(stdout.trim().split('\n').at(-1)).toBe(answer);
  expect((await sent()).slice(before)).toEqual([
    'POST /eu/payments ada {"amount":12.5,"to":"Bo","from":"acc_81"}',
  ]);
});
