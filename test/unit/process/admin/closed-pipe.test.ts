import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { programEnvironment } from '../../../support/compiled-modules.ts';

const program = join(import.meta.dirname, '../../../../process/admin/main.ts');

it('[admin.pipe] a command whose reader has gone ends as it would have, without a stack trace', async () => {
  const child = spawn(process.execPath, [program, 'workspace', '--help'], {
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [complaint, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([status, complaint]).toEqual([0, '']);
});
