import { type ServiceProcess, startServiceProcess } from '../service/service-process.ts';
import { briefLine } from './brief-line.ts';
import type { StackRun } from './stack-run.ts';
import type { SupervisedPart } from './supervise.ts';

export type NodePart = {
  name: 'api' | 'worker';
  env: NodeJS.ProcessEnv;
  /** The port for its readiness. */
  port: number;
};

/**
 * Starts the API or the worker and keeps it running. The terminal shows its warnings and errors briefly; its log has
 * everything.
 */
export function nodePart(
  run: StackRun,
  { name, env, port }: NodePart,
  signal: AbortSignal,
): Promise<SupervisedPart<ServiceProcess>> {
  let lastShown: string | undefined;
  const onLine = (line: string): void => {
    const brief = briefLine(line);
    // Repeated messages while a server is down would hide everything else.
    if (brief === undefined || brief === lastShown) return;
    lastShown = brief;
    run.say(name, brief);
  };
  const { logFile } = run.partSettings(name);
  const start = (signal: AbortSignal): Promise<ServiceProcess> =>
    startServiceProcess(name, { env, logFile, port, onLine, signal });
  return run.keepRunning({ name, start }, signal);
}
