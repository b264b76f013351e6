import { Client } from '@temporalio/client';
import type { EagerStarts } from '#adapters/temporal/eager-starts.ts';
import type { Log } from '#engine/ports/log.ts';
import type { Engine } from '#engine/steps/engine.ts';
import { createTemporalWorkers, type WorkerOptions } from './create-temporal-workers.ts';
import { runWorkers } from './run-workers.ts';

/** A worker that does not poll yet. */
export interface ServiceWorker {
  /** Polls until it is shut down and its work is done. Rejects if it cannot continue, or has no more time to stop. */
  run(): Promise<void>;
  /** Takes no more work. Work in progress has time to finish: calls that were sent until their deadline. */
  shutdown(): void;
  polls(): boolean;
  /** How many workflows are in memory now. */
  cachedWorkflows(): number;
  /** Stores what has yet to be stored. Call it after the worker has stopped. */
  close(): Promise<void>;
}

/** The engine whose steps the worker takes, and the process in which it does. */
interface WorkerProcess {
  engine: Pick<Engine, 'outbox' | 'sentCalls'>;
  eagerStarts: EagerStarts;
  log: Log;
}

/**
 * Creates a worker. While it polls, and has no version, the process starts workflows over its connection.
 * @throws if Temporal does not respond
 */
export async function createWorker(
  { engine: { outbox, sentCalls }, eagerStarts, log }: WorkerProcess,
  options: WorkerOptions,
): Promise<ServiceWorker> {
  const { connection, namespace } = options;
  const workers = await createTemporalWorkers(options);
  return {
    run: async () => {
      // Which version a workflow begins on is Temporal's choice.
      if (options.workerDeploymentOptions === undefined)
        eagerStarts.client = new Client({ connection, namespace });
      await runWorkers(workers, sentCalls, log);
    },
    shutdown: () => {
      eagerStarts.client = undefined;
      sentCalls.stop();
      log.info({ calls: sentCalls.open }, 'the worker stops, and waits for the calls that it has sent');
      for (const each of workers) if (each.getState() === 'RUNNING') each.shutdown();
    },
    polls: () => workers.every((each) => each.getState() === 'RUNNING'),
    cachedWorkflows: () => workers.reduce((sum, each) => sum + each.getStatus().numCachedWorkflows, 0),
    close: async () => await outbox.close(),
  };
}
