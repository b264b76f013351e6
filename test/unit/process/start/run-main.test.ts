import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const url = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)));

it('[worker.stop.sent-calls] a process whose time to stop is over ends at once with status 1, and adds nothing to its log', () => {
  const code = `
    const { runMain } = await import(${url('process/start/run-main.ts')});
    const { EndsEarly } = await import(${url('worker/ends-early.ts')});
    setInterval(() => {}, 1000);
    await runMain(async () => { throw new EndsEarly(); });`;
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', code],
    { encoding: 'utf8', timeout: 60_000 },
  );
  expect({ status, signal, stdout, stderr }).toEqual({ status: 1, signal: null, stdout: '', stderr: '' });
});
