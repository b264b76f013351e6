import { join } from 'node:path';
import { answersOk } from '../processes/answers-ok.ts';
import { type StartedProcess, startProcess } from '../processes/start-process.ts';
import { briefLine } from './brief-line.ts';
import type { StackRun } from './stack-run.ts';
import type { SupervisedPart } from './supervise.ts';

export type NodePart = {
  name: 'api' | 'worker';
  /** The file to run, from the root of the checkout. */
  main: string;
  root: string;
  env: NodeJS.ProcessEnv;
  /** Answers 200 once the part works. */
  readyUrl: string;
};

/** Starts the API or the worker and keeps it running: its warnings and errors are shown in brief, its log has all. */
export function nodePart(
  run: StackRun,
  { name, main, root, env, readyUrl }: NodePart,
  signal: AbortSignal,
): Promise<SupervisedPart<StartedProcess>> {
  const { logFile } = run.partSettings(name);
  let lastShown: string | undefined;
  const onLine = (line: string): void => {
    const brief = briefLine(line);
    // The same complaint again and again, while a server is down, would hide all else.
    if (brief === undefined || brief === lastShown) return;
    lastShown = brief;
    run.say(name, brief);
  };
  const spec = {
    name: name === 'api' ? 'the API' : 'the worker',
    command: process.execPath,
    args: [join(root, main)],
    env,
    cwd: root,
    logFile,
    onLine,
    answers: () => answersOk(readyUrl),
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 30_000,
  };
  return run.keepRunning({ name, start: (signal) => startProcess(spec, signal) }, signal);
}
