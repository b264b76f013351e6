import { defined } from '#contract/defined.ts';
import { Client } from '@temporalio/client';
import type { NativeConnection, WorkerDeploymentOptions } from '@temporalio/worker';
import { type Activities, createActivities } from '#activities/create-activities.ts';
import { createBuiltIns } from '#integrations/calls/built-ins.ts';
import { createCalls } from '#integrations/calls/create-calls.ts';
import { createEngine, type Engine } from '#engine/steps/engine.ts';
import type { EagerStarts } from '#adapters/temporal/eager-starts.ts';
import { ToolSessions } from '#integrations/calls/tool-sessions.ts';
import { sealsWith, sealWith } from '#store/credentials/seal.ts';
import { systemClock } from '#process/start/system-clock.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { createDeltaSink } from '#integrations/replies/delta-sink.ts';
import { createReplies } from '#integrations/replies/reply-deltas.ts';
import { createMcpClient } from '#adapters/mcp-client/mcp-client.ts';
import { tokenPrices } from '#process/config/token-prices.ts';
import { Extractor } from '#integrations/extract/extractor.ts';
import { Identifier } from '#identify/identifier.ts';
import { loadIdentifyData } from '#identify/load.ts';
import type { ServiceParts } from '#process/start/service-parts.ts';
import { PublishedAgents } from '#store/agents/published-agents.ts';
import { PublishedPatches } from '#store/patches/published-patches.ts';
import { ImportedDirectories } from '#store/directories/imported-directories.ts';
import { WatchedThreads } from '#store/streaming/watched-threads.ts';
import { createTemporalWorkers } from './create-temporal-workers.ts';
import { runWorkers } from './run-workers.ts';

/** What a worker does, and what that is made of. Nothing of it needs Temporal to respond. */
export interface Work {
  engine: Engine;
  activities: Activities;
}

export interface WorkParts extends ServiceParts {
  /**
   * How long an erasure waits before it looks for data once more. Default: a minute, which is longer than the API
   * remembers a run and than any request takes.
   */
  erasureSettlesMs?: number;
}

/** Parts with a life cycle of their own: whoever created them closes them. */
export interface WorkerParts extends Pick<ServiceParts, 'environment' | 'log' | 'tracing'> {
  work: Work;
  connection: NativeConnection;
  eagerStarts: EagerStarts;
  /** Default: the service's own. */
  taskQueue?: string;
  /** The workflow code in one file. */
  bundlePath: string;
  /** Default: unversioned. */
  workerDeploymentOptions?: WorkerDeploymentOptions;
}

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

/**
 * Creates what a worker does.
 * @throws if MongoDB does not respond
 */
export async function createWork(parts: WorkParts): Promise<Work> {
  const { environment, db, keyring, outboundHttp, log } = parts;
  const watchedThreads = new WatchedThreads(db);
  const directories = new ImportedDirectories(db);
  const [identifyData] = await Promise.all([loadIdentifyData(), directories.start(), watchedThreads.start()]);
  const prices = tokenPrices(environment);
  const agents = new PublishedAgents(db);
  const ports = runPorts(db, keyring);
  const patches = new PublishedPatches(db);
  const extractor = new Extractor({ models: parts.models, schemas: parts.schemas, prices });
  const identifier = new Identifier(identifyData, directories);
  const engine = createEngine(
    {
      ...ports,
      agents,
      patches,
      schemas: parts.schemas,
      accounts: identifier,
      builtIns: createBuiltIns({ identifier, extractor }),
      models: parts.models,
      prices,
      calls: createCalls({
        db,
        agents,
        patches,
        connections: ports.connections,
        outboundHttp,
        toolSessions: new ToolSessions(createMcpClient(outboundHttp)),
        extractor,
        identifier,
        identifyPrice: environment.IDENTIFY_PRICE,
      }),
      replies: createReplies(createDeltaSink(db, watchedThreads, parts.channels)),
      workflows: parts.runWorkflows,
      clock: systemClock(db),
      seal: sealWith(keyring),
      seals: sealsWith(keyring),
      log,
      reconcileMs: environment.RECONCILE_SECONDS * 1000,
      approvalValidMs: environment.APPROVAL_VALID_SECONDS * 1000,
    },
    { recentRuns: parts.recentRuns },
  );
  const activities = createActivities({
    engine,
    db,
    erasureWorkflows: parts.erasureWorkflows,
    erasureSettlesMs: parts.erasureSettlesMs ?? 60_000,
    traceDays: environment.TRACE_RETENTION_DAYS,
    webhooks: parts.webhooks,
  });
  return { engine, activities };
}

/**
 * Creates a worker. While it polls, and has no version, the process starts workflows over its connection.
 * @throws if Temporal does not respond
 */
export async function createWorker(parts: WorkerParts): Promise<ServiceWorker> {
  const { environment, log, connection, eagerStarts } = parts;
  const { outbox, sentCalls } = parts.work.engine;
  const namespace = environment.TEMPORAL_NAMESPACE;
  const workers = await createTemporalWorkers({
    connection,
    namespace,
    ...defined({ taskQueue: parts.taskQueue }),
    bundlePath: parts.bundlePath,
    activities: parts.work.activities,
    tracing: parts.tracing,
    maxCachedWorkflows: environment.MAX_CACHED_WORKFLOWS,
    stopMs: environment.WORKER_STOP_SECONDS * 1000,
    ...(parts.workerDeploymentOptions && { workerDeploymentOptions: parts.workerDeploymentOptions }),
  });
  return {
    run: async () => {
      // Which version a workflow begins on is Temporal's choice.
      if (parts.workerDeploymentOptions === undefined)
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
