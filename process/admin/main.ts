import { runCommand } from './run.ts';

/**
 * The operator's command: `npm run -s admin -- workspace create NAME`. Prints JSON to standard output, one object per
 * line. On an error it prints one sentence to standard error and exits with status 1.
 */
process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  write: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
  stopSignal: () => {
    const stopping = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
    return stopping.signal;
  },
});
