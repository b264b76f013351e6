import { join } from 'node:path';
import { defaultWorkerStopSeconds } from '#config/environment.ts';
import { answersOk } from '../processes/answers-ok.ts';
import { type StartedProcess, startProcess } from '../processes/start-process.ts';
import { freePort } from '../servers/free-port.ts';

/** How long the API takes to stop at most. */
const apiStopMs = 30_000;

const root = join(import.meta.dirname, '../..');

export type ServiceProcess = StartedProcess & {
  /** The address of the API or, for the worker, of its metrics. */
  url: string;
  port: number;
};

export type ServiceProcessOptions = {
  /** Everything that the service reads except its ports. Without `HOST`, it listens on loopback only. */
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Default: a free one. */
  port?: number;
  /** How long it may take until it is ready. Default: 180,000, for a machine that is busy with much else. */
  readyTimeoutMs?: number;
  /** Node's own options, before the file. */
  nodeArgs?: string[];
  /** Receives every line that it prints. */
  onLine?: (line: string) => void;
  /** Cancels the start. A started process is stopped with `stop()`. */
  signal?: AbortSignal;
};

/** Starts the API or the worker as in production, in a process of its own, and resolves when it is ready. */
export async function startServiceProcess(
  name: 'api' | 'worker',
  options: ServiceProcessOptions,
): Promise<ServiceProcess> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const started = await startProcess(
    {
      name: name === 'api' ? 'the API' : 'the worker',
      command: process.execPath,
      args: [...(options.nodeArgs ?? []), join(root, name, 'main.ts')],
      env: { HOST: '127.0.0.1', ...options.env, [name === 'api' ? 'PORT' : 'METRICS_PORT']: String(port) },
      cwd: root,
      logFile: options.logFile,
      ...(options.onLine && { onLine: options.onLine }),
      answers: () => answersOk(`${url}/readyz`),
      readyTimeoutMs: options.readyTimeoutMs ?? 180_000,
      stopTimeoutMs: name === 'api' ? apiStopMs : workerStopMs(options.env),
    },
    options.signal,
  );
  return { ...started, url, port };
}

/** A worker waits for the calls that it has sent, for as long as it is given. */
export function workerStopMs({ WORKER_STOP_SECONDS }: NodeJS.ProcessEnv): number {
  return Number(WORKER_STOP_SECONDS || defaultWorkerStopSeconds) * 1000;
}
