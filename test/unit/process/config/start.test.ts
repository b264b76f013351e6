import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { programEnvironment } from '../../../support/compiled-modules.ts';

const run = promisify(execFile);
const keys = `a:${randomBytes(32).toString('base64')}`;

it.each(['api', 'worker', 'service'])(
  '[config.bad-value] the %s does not start, and says what is wrong',
  async (part) => {
    const env = { ...programEnvironment(), ENCRYPTION_KEYS: keys, LOG_LEVEL: 'loud' };
    await expect(run(process.execPath, [`process/programs/${part}.ts`], { env })).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^MONGODB_URI is not set; LOG_LEVEL: [^\n]+\n$/),
    });
  },
);
