import { createActivities } from '#activities/create-activities.ts';
import { createEngine } from '#engine/steps/engine.ts';
import { createAsking } from '#integrations/calls/ask-patch.ts';
import { createCalls } from '#integrations/calls/create-calls.ts';
import { createDeltaSink } from '#integrations/replies/delta-sink.ts';
import { createReplies } from '#integrations/replies/reply-deltas.ts';
import { sealsWith, sealWith } from '#store/credentials/seal.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { WatchedThreads } from '#store/streaming/watched-threads.ts';
import { callPreparation } from './call-preparation.ts';
import type { Services } from './create-services.ts';
import { systemClock } from './system-clock.ts';

/** Longer than the API remembers a run, and than any request takes. */
const erasureSettlesMs = 60_000;

/**
 * Creates what a worker does, which has the limits of time of the worker's database. Nothing of it needs Temporal to
 * respond.
 * @param options.erasureSettlesMs how long an erasure waits before it looks for data once more. Default: a minute
 * @throws if MongoDB does not respond
 */
export async function createWork(
  services: Services,
  options: { erasureSettlesMs: number } = { erasureSettlesMs },
) {
  const { environment, db, keyring, agents, patches, identifier, extractor, log } = services;
  const watchedThreads = new WatchedThreads(db);
  await watchedThreads.start();
  const ports = runPorts(db, keyring);
  const preparation = callPreparation(services, ports);
  const engine = createEngine(
    {
      ...ports,
      agents,
      patches,
      schemas: services.schemas,
      origins: services.origins,
      accounts: identifier,
      builtIns: services.builtIns,
      models: services.models,
      prices: services.prices,
      calls: createCalls({
        ...preparation,
        db,
        agents,
        extractor,
        identifier,
        identifyPrice: environment.IDENTIFY_PRICE,
      }),
      asking: createAsking(preparation),
      replies: createReplies(createDeltaSink(db, watchedThreads, services.channels)),
      workflows: services.runWorkflows,
      clock: systemClock(db),
      seal: sealWith(keyring),
      seals: sealsWith(keyring),
      log,
      reconcileMs: environment.RECONCILE_SECONDS * 1000,
      approvalValidMs: environment.APPROVAL_VALID_SECONDS * 1000,
    },
    services,
  );
  const activities = createActivities({
    engine,
    db,
    erasureWorkflows: services.erasureWorkflows,
    erasureSettlesMs: options.erasureSettlesMs,
    traceDays: environment.TRACE_RETENTION_DAYS,
    webhooks: services.webhooks,
  });
  return { engine, activities };
}
