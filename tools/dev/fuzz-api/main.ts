import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonEnvironment } from '../python/python-environment.ts';
import { SetupProblem } from '../setup-problem.ts';
import { type FuzzTarget, startFuzzTarget } from './fuzz-target.ts';
import { seedConversations, subject } from './seed-conversations.ts';

/**
 * `npm run fuzz:api`: runs Schemathesis on the whole API, with its OpenAPI document. schemathesis.toml says what is
 * checked, what is not, and why. Arguments are passed on, such as `-- --include-operation-id createThread`.
 */
async function main(): Promise<void> {
  const python = await pythonEnvironment(
    {
      name: 'schemathesis',
      requirements: join(import.meta.dirname, 'requirements.txt'),
      needs: 'Python 3.10 or newer with venv, and PyPI',
    },
    (line) => console.log(line),
  );
  const directory = await mkdtemp(join(tmpdir(), 'heddle-fuzz-'));
  await using ends = new AsyncDisposableStack();
  ends.defer(async () => await rm(directory, { recursive: true, force: true }));
  process.exitCode = await fuzz(python, await startFuzzTarget(ends, directory), directory);
}

async function fuzz(python: string, target: FuzzTarget, directory: string): Promise<number> {
  const { baseUrl, apiKey } = target;
  for (const file of ['schemathesis.toml', 'hooks.py']) {
    await copyFile(join(import.meta.dirname, file), join(directory, file));
  }
  const { apiKeyId, ...ids } = await seedConversations(target);
  for (const [name, known] of Object.entries({ ...ids, subjects: [subject] })) {
    await writeFile(join(directory, `${name}.txt`), known.map((id) => JSON.stringify(id)).join('\n'));
  }
  const options = ['--config-file', 'schemathesis.toml', 'run', `${baseUrl}/openapi.json`];
  const child = spawn(python, ['-m', 'schemathesis.cli', ...options, ...process.argv.slice(2)], {
    cwd: directory,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      HEDDLE_API_KEY: apiKey,
      HEDDLE_API_KEY_ID: apiKeyId,
      HEDDLE_SUBJECT: subject,
    },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
