import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runCommand } from '#admin/run.ts';
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

/** Runs the operator's command with these variables and no others, in this process, as it needs half a second to start. */
export async function runAdmin(args: string[], env: NodeJS.ProcessEnv): Promise<AdminResult> {
  let [output, complaint] = ['', ''];
  const code = await runCommand(args, {
    env: { DEV_DIR: '/nowhere', ...env },
    write: (text) => void (output += text),
    complain: (text) => void (complaint += text),
    stopSignal: () => new AbortController().signal,
  });
  return { code, printed: linesOf(output), complaint };
}

/** The same in a process of its own. */
export async function runAdminProcess(args: string[], env: NodeJS.ProcessEnv): Promise<AdminResult> {
  const ended = run(process.execPath, ['admin/main.ts', ...args], {
    env: { ...programEnvironment(), DEV_DIR: '/nowhere', ...env },
  });
  const { code, stdout, stderr } = await ended.then(
    (outputs) => ({ code: 0, ...outputs }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { code, printed: linesOf(stdout), complaint: stderr };
}

function linesOf(output: string): Record<string, unknown>[] {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
