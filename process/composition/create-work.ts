import { createActivities } from '#activities/create-activities.ts';
import { createEngine } from '#engine/steps/engine.ts';
import { createCalls } from '#integrations/calls/create-calls.ts';
import { approvalSigner } from '#integrations/calls/sign-approval.ts';
import { ToolSessions } from '#integrations/calls/tool-sessions.ts';
import { createDeltaSink } from '#integrations/replies/delta-sink.ts';
import { createReplies } from '#integrations/replies/reply-deltas.ts';
import { baseUrl } from '#process/config/settings.ts';
import { sealsWith, sealWith } from '#store/credentials/seal.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { WatchedThreads } from '#store/streaming/watched-threads.ts';
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
        db,
        agents,
        patches,
        connections: ports.connections,
        outboundHttp: services.outboundHttp,
        toolSessions: new ToolSessions(services.mcpClient),
        signApproval: approvalSigner(services.statements, baseUrl(environment)),
        traceContext: () => services.tracing?.traceContext(),
        extractor,
        identifier,
        identifyPrice: environment.IDENTIFY_PRICE,
      }),
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
