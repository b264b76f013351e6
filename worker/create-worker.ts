import type { NativeConnection, WorkerDeploymentOptions } from '@temporalio/worker';
import { createActivities } from '#activities/create-activities.ts';
import { createDeltaSink } from '#activities/delta-sink.ts';
import { ToolSessions } from '#activities/tool-sessions.ts';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import { tokenPrices } from '#config/token-prices.ts';
import { Extractor } from '#extract/extractor.ts';
import { Identifier } from '#identify/identifier.ts';
import { loadIdentifyData } from '#identify/load.ts';
import { Outbox } from '#loom/outbox.ts';
import type { ServiceParts } from '#process/service-parts.ts';
import { PublishedAgents } from '#store/agents/published-agents.ts';
import { PublishedPatches } from '#store/agents/published-patches.ts';
import { openConnection } from '#store/connections/connections.ts';
import { ImportedDirectories } from '#store/directories/imported-directories.ts';
import { WatchedThreads } from '#store/streaming/watched-threads.ts';
import { createTemporalWorkers } from './create-temporal-workers.ts';

/** Parts with a life cycle of their own: whoever created them closes them. */
export interface WorkerParts extends ServiceParts {
  connection: NativeConnection;
  /** Default: the service's own. */
  taskQueue?: string;
  /** The workflow code in one file. */
  bundlePath: string;
  /** Default: unversioned. */
  workerDeploymentOptions?: WorkerDeploymentOptions;
  /**
   * How long an erasure waits before it looks for data once more. Default: a minute, which is longer than the API
   * remembers a run and than any request takes.
   */
  erasureSettlesMs?: number;
}

/** A worker that does not poll yet. */
export interface ServiceWorker {
  /** Polls until it is shut down and its work is done. Rejects if it cannot continue. */
  run(): Promise<void>;
  /** Takes no more work. Work in progress has time to finish. */
  shutdown(): void;
  polls(): boolean;
  /** How many workflows are in memory now. */
  cachedWorkflows(): number;
  /** Stores what has yet to be stored. Call it after the worker has stopped. */
  close(): Promise<void>;
}

/**
 * Creates a worker.
 * @throws if MongoDB or Temporal does not respond
 */
export async function createWorker(parts: WorkerParts): Promise<ServiceWorker> {
  const { environment, db, keyring, outboundHttp, log } = parts;
  const watchedThreads = new WatchedThreads(db);
  const directories = new ImportedDirectories(db);
  const [identifyData] = await Promise.all([loadIdentifyData(), directories.start(), watchedThreads.start()]);
  const outbox = new Outbox(db, parts.runWorkflows, log);
  const prices = tokenPrices(environment);
  const activities = createActivities({
    db,
    agents: new PublishedAgents(db),
    models: parts.models,
    prices,
    patches: new PublishedPatches(db),
    schemas: parts.schemas,
    outboundHttp,
    toolSessions: new ToolSessions(createMcpClient(outboundHttp)),
    extractor: new Extractor({ models: parts.models, schemas: parts.schemas, prices }),
    identifier: new Identifier(identifyData, directories),
    identifyPrice: environment.IDENTIFY_PRICE,
    openConnection: async (workspaceId, id) => await openConnection(db, keyring, workspaceId, id),
    workflows: parts.runWorkflows,
    erasureWorkflows: parts.erasureWorkflows,
    erasureSettlesMs: parts.erasureSettlesMs ?? 60_000,
    traceDays: environment.TRACE_RETENTION_DAYS,
    outbox,
    deltas: createDeltaSink(db, watchedThreads, parts.realtime),
    webhooks: parts.webhooks,
  });
  const workers = await createTemporalWorkers({
    connection: parts.connection,
    namespace: environment.TEMPORAL_NAMESPACE,
    ...(parts.taskQueue === undefined ? {} : { taskQueue: parts.taskQueue }),
    bundlePath: parts.bundlePath,
    activities,
    maxCachedWorkflows: environment.MAX_CACHED_WORKFLOWS,
    ...(parts.workerDeploymentOptions && { workerDeploymentOptions: parts.workerDeploymentOptions }),
  });
  return {
    run: async () => void (await Promise.all(workers.map(async (each) => await each.run()))),
    shutdown: () => {
      for (const each of workers) if (each.getState() === 'RUNNING') each.shutdown();
    },
    polls: () => workers.every((each) => each.getState() === 'RUNNING'),
    cachedWorkflows: () => workers.reduce((sum, each) => sum + each.getStatus().numCachedWorkflows, 0),
    close: async () => await outbox.close(),
  };
}
