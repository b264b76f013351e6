import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../tools/dev/temporary-directory.ts';

const root = join(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);

/** Code that outlasts its time limit, in a thread that runs this file. Resolves to whether it was let run, and whether promises are hooked. */
async function inThread(file: string): Promise<{ isLimited: boolean; isHooked: boolean }> {
  const directory = temporaryDirectory();
  const path = join(directory, file);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(
    path,
    `const { createContext, Script } = require('node:vm');
    const { parentPort } = require('node:worker_threads');
    const said = { isLimited: false, isHooked: false };
    try {
      new Script('for (const end = Date.now() + 100; Date.now() < end;);').runInContext(createContext({}), { timeout: 1 });
    } catch { said.isLimited = true; }
    try {
      require('node:v8').promiseHooks.createHook({ init() {} })();
      said.isHooked = true;
    } catch {}
    parentPort.postMessage(said);`,
  );
  const code = `new (require('node:worker_threads').Worker)(${JSON.stringify(path)})
    .on('message', (said) => console.log(JSON.stringify(said)));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './worker/workflow-threads.ts', '--eval', code],
    { cwd: root },
  );
  return JSON.parse(stdout) as Awaited<ReturnType<typeof inThread>>;
}

it('[operations.workflow-threads] the threads of workflow code have no watchdog and note no stack traces', async () => {
  expect(await inThread('workflow/workflow-worker-thread.js')).toEqual({ isLimited: false, isHooked: false });
});

it('[operations.workflow-threads] other threads are left as they are', async () => {
  expect(await inThread('other/thread.js')).toEqual({ isLimited: true, isHooked: true });
});

it("[operations.workflow-threads] the SDK's file for these threads has the name that they are known by", () => {
  const sdk = require.resolve('@temporalio/worker');
  expect(require.resolve(join(sdk, '../workflow/workflow-worker-thread.js'))).toMatch(
    /workflow\/workflow-worker-thread\.js$/,
  );
});

it('[operations.workflow-threads] the scripts and the image start every process with a worker in this way', async () => {
  const read = async (name: string) => await readFile(join(root, name), 'utf8');
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const flag = '--import ./worker/workflow-threads.ts';
  expect(scripts['service']).toContain(`node ${flag} process/programs/service.ts`);
  expect(scripts['worker']).toContain(`node ${flag} process/programs/worker.ts`);
  expect(await read('Dockerfile')).toContain(
    'CMD ["node", "--import", "./worker/workflow-threads.ts", "process/programs/service.ts"]',
  );
});
