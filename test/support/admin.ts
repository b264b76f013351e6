import { runCommand } from '#process/admin/run.ts';

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
    write: (text) => {
      output += text;
      return true;
    },
    complain: (text) => void (complaint += text),
    stopSignal: () => new AbortController().signal,
  });
  return { code, printed: linesOf(output), complaint };
}

function linesOf(output: string): Record<string, unknown>[] {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
