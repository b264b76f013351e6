import { createInterface } from 'node:readline/promises';
import { runCommand } from './run.ts';

/** Once nobody reads, as after `| head -1`, the rest is not written. The command continues: half of its work would be worse. */
const isRead = { stdout: true, stderr: true };
for (const name of ['stdout', 'stderr'] as const) {
  process[name].on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isRead[name] = false;
  });
}

function writeTo(name: 'stdout' | 'stderr', text: string): boolean {
  if (isRead[name]) process[name].write(text);
  return isRead[name];
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/**
 * The operator's command: `npm run -s admin -- workspace create NAME`. Prints JSON to standard output, one object per
 * line; lists are tables unless `--json` is given. On an error it prints one sentence to standard error and exits with status 1.
 */
process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  write: (text) => writeTo('stdout', text),
  complain: (text) => void writeTo('stderr', text),
  ...(process.stdin.isTTY ? { ask } : {}),
  stopSignal: () => {
    const stopping = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
    return stopping.signal;
  },
});
