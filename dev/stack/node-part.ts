import { type ServiceProcess, startServiceProcess } from '../service/service-process.ts';
import { briefLine } from './brief-line.ts';
import type { StackRun } from './stack-run.ts';
import type { SupervisedPart } from './supervise.ts';

export type NodePart = {
  name: 'api' | 'worker';
  env: NodeJS.ProcessEnv;
  /** Where it answers whether it is ready. */
  port: number;
};

/** Starts the API or the worker and keeps it running: its warnings and errors are shown in brief, its log has all. */
export function nodePart(
  run: StackRun,
  { name, env, port }: NodePart,
  signal: AbortSignal,
): Promise<SupervisedPart<ServiceProcess>> {
  let lastShown: string | undefined;
  const onLine = (line: string): void => {
    const brief = briefLine(line);
    // The same complaint again and again, while a server is down, would hide all else.
    if (brief === undefined || brief === lastShown) return;
    lastShown = brief;
    run.say(name, brief);
  };
  const { logFile } = run.partSettings(name);
  const start = (signal: AbortSignal): Promise<ServiceProcess> =>
    startServiceProcess(name, { env, logFile, port, onLine, signal });
  return run.keepRunning({ name, start }, signal);
}
