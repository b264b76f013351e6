import { join } from 'node:path';
import { defaultWorkerStopSeconds } from '#process/config/environment.ts';
import { answersOk } from '../processes/answers-ok.ts';
import { type StartedProcess, startProcess } from '../processes/start-process.ts';
import { freePort } from '../servers/free-port.ts';

/** How long the API takes to stop at most. */
const apiStopMs = 30_000;

const root = join(import.meta.dirname, '../../..');

/** Which process of the service it is. `service`: an API and a worker in one. */
export type ServiceKind = 'api' | 'worker' | 'service';

/** As in the scripts and the image: see there. */
const workflowThreads = ['--import', join(root, 'worker/workflow-threads.ts')];

const calledThe = { api: 'the API', worker: 'the worker', service: 'the service' };

export type ServiceProcess = StartedProcess & {
  /** The address of the API or, for a worker alone, of its metrics. */
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

/**
 * Starts a process of the service as in production, and resolves when it is ready. The metrics of both in one are on the port
 * that its environment says, or on a free one.
 */
export async function startServiceProcess(
  name: ServiceKind,
  options: ServiceProcessOptions,
): Promise<ServiceProcess> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const metricsPort =
    name === 'service' ? (options.env['METRICS_PORT'] ?? String(await freePort())) : undefined;
  const ports = {
    api: { PORT: String(port) },
    worker: { METRICS_PORT: String(port) },
    service: { PORT: String(port), METRICS_PORT: metricsPort },
  };
  // The API of both in one is ready before its worker polls.
  const probes = [url, ...(metricsPort === undefined ? [] : [`http://127.0.0.1:${metricsPort}`])];
  const started = await startProcess(
    {
      name: calledThe[name],
      command: process.execPath,
      args: [
        ...(options.nodeArgs ?? []),
        ...(name === 'api' ? [] : workflowThreads),
        join(root, 'process/programs', `${name}.ts`),
      ],
      env: { HOST: '127.0.0.1', SHUTDOWN_DELAY_SECONDS: '0', ...options.env, ...ports[name] },
      cwd: root,
      logFile: options.logFile,
      ...(options.onLine && { onLine: options.onLine }),
      answers: async () =>
        (await Promise.all(probes.map((each) => answersOk(`${each}/readyz`)))).every(Boolean),
      readyTimeoutMs: options.readyTimeoutMs ?? 180_000,
      stopTimeoutMs: stopMs(name, options.env),
    },
    options.signal,
  );
  return { ...started, url, port };
}

/** How long a process takes to stop at most. */
function stopMs(name: ServiceKind, env: NodeJS.ProcessEnv): number {
  return { api: apiStopMs, worker: workerStopMs(env), service: Math.max(apiStopMs, workerStopMs(env)) }[name];
}

/** A worker waits for the calls that it has sent, for as long as it is given. */
export function workerStopMs({ WORKER_STOP_SECONDS }: NodeJS.ProcessEnv): number {
  return Number(WORKER_STOP_SECONDS || defaultWorkerStopSeconds) * 1000;
}
