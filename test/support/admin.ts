import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programEnvironment } from './compiled-modules.ts';

const run = promisify(execFile);

/**
 * The result of the operator's command: its exit status, its output as parsed objects, one per line, and its error
 * output.
 */
export interface AdminResult {
  code: number;
  printed: Record<string, unknown>[];
  complaint: string;
}

/** Runs the operator's command with these variables and no others. */
export async function runAdmin(args: string[], env: NodeJS.ProcessEnv): Promise<AdminResult> {
  const ended = run(process.execPath, ['admin/main.ts', ...args], {
    env: { ...programEnvironment(), DEV_DIR: '/nowhere', ...env },
  });
  const { code, stdout, stderr } = await ended.then(
    (outputs) => ({ code: 0, ...outputs }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  const lines = stdout.split('\n').filter((line) => line !== '');
  return {
    code,
    printed: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    complaint: stderr,
  };
}
