import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { programEnvironment } from '../../support/compiled-modules.ts';

const run = promisify(execFile);
const keys = `a:${randomBytes(32).toString('base64')}`;

async function start(part: string, env: NodeJS.ProcessEnv) {
  const ended = run(process.execPath, [`${part}/main.ts`], { env: { ...programEnvironment(), ...env } });
  return await ended.then(
    () => 'started',
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

it.each(['api', 'worker'])('[config.bad-value] the %s does not start without a database', async (part) => {
  expect(await start(part, { ENCRYPTION_KEYS: keys })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'MONGODB_URI is not set\n',
  });
});

it.each(['api', 'worker'])('[config.bad-value] the %s does not start with an unknown value', async (part) => {
  const env = { ENCRYPTION_KEYS: keys, MONGODB_URI: 'mongodb://127.0.0.1:1', LOG_LEVEL: 'loud' };
  expect(await start(part, env)).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^LOG_LEVEL: [^\n]+\n$/),
  });
});
