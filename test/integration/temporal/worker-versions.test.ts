import { randomBytes } from 'node:crypto';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { expect, inject, it } from 'vitest';
import { underHeartbeat } from '#activities/heartbeat.ts';
import { parseEnvironment } from '#process/config/environment.ts';
import { workerVersion } from '#process/config/settings.ts';
import type { Directive } from '#contract/temporal/directive.ts';
import { runWorkflowId, signalNames, workflowTypes } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { newId } from '#store/mongo/ids.ts';
import { workflowCodeHash } from '#worker/bundle.ts';
import { deploymentOptions } from '#worker/deployment-options.ts';
import { workflowWorkers } from '../../support/workflow-worker.ts';
import { perFile } from '../../support/per-file.ts';

Runtime.install({ logger: new DefaultLogger('ERROR') });

const workers = perFile(() => workflowWorkers(inject('temporalAddress')));
const deploymentName = `test-${randomBytes(6).toString('hex')}`;

/** The options of a worker whose environment has these variables. */
async function optionsOf(variables: NodeJS.ProcessEnv) {
  const environment = parseEnvironment({
    MONGODB_URI: 'mongodb://127.0.0.1',
    ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
    ...variables,
  });
  return await deploymentOptions(workerVersion(environment));
}

const pause: Directive = {
  next: 'pause',
  tool_call_id: 'call',
  patch_ref: 'pay@1',
  kind: 'confirmation',
  expires_at: '2999-01-01T00:00:00.000Z',
};
const end: Directive = { next: 'end', state: 'closed', reason: 'finished' };

/** Which version made the turns of each run. */
const turns = new Map<string, string[]>();
const sweeps = { first: Promise.withResolvers<void>(), began: Promise.withResolvers<void>() };

async function startVersion(buildId: string): Promise<void> {
  const workerDeploymentOptions = await optionsOf({
    WORKER_DEPLOYMENT_NAME: deploymentName,
    WORKER_BUILD_ID: buildId,
  });
  await workers.start(
    {
      callModel: async ({ run_id, turn }) => {
        turns.set(run_id, [...(turns.get(run_id) ?? []), buildId]);
        return await Promise.resolve(turn === 1 ? pause : end);
      },
      sweepRuns: async () => {
        sweeps.began.resolve();
        await underHeartbeat(async () => await sweeps.first.promise);
        return { runs: 0, failed: 0 };
      },
      reconcileRuns: async () => await Promise.resolve({ compared: 0, failed: 0, done: {} }),
      sweepWebhooks: async () => await Promise.resolve({ deliveries: 0 }),
    },
    workerDeploymentOptions && { workerDeploymentOptions },
  );
}

/** As `temporal worker deployment set-current-version` does, once Temporal knows the version. */
async function makeCurrent(buildId: string): Promise<void> {
  const { client } = workers;
  const set = async () => {
    await client.workflowService.setWorkerDeploymentCurrentVersion({
      namespace: 'default',
      deploymentName,
      buildId,
      identity: 'test',
    });
    return true;
  };
  await waitUntil(async () => await set().catch(() => false), {
    timeoutMs: 120_000,
    everyMs: 250,
    what: `${buildId} is current`,
  });
}

async function versionOf(workflowId: string) {
  const { raw } = await workers.client.workflow.getHandle(workflowId).describe();
  const info = raw.workflowExecutionInfo?.versioningInfo;
  return [info?.deploymentVersion?.buildId, info?.behavior];
}

const resume = async (run: string) =>
  await workers.client.workflow
    .getHandle(runWorkflowId(run))
    .signal(signalNames.resumed, { tool_call_id: 'call', directive: { next: 'turn', turn: 2 } });

const [pinned, autoUpgrade] = [1, 2];

it('[operations.worker-versions] a run that is paused on a version continues on the one that is current when it is resumed, a sweep ends on its own', async () => {
  const { client, taskQueue } = workers;
  await startVersion('one');
  await makeCurrent('one');
  const run = newId();
  await workers.run(run);
  await expect.poll(() => turns.get(run)).toEqual(['one']);
  const sweepId = `sweep-${newId()}`;
  const sweep = await client.workflow.start(workflowTypes.sweep, { taskQueue, workflowId: sweepId });
  await sweeps.began.promise;

  await startVersion('two');
  await makeCurrent('two');
  const next = newId();
  await workers.run(next);
  await expect.poll(() => turns.get(next)).toEqual(['two']);
  await resume(run);
  await client.workflow.getHandle(runWorkflowId(run)).result();
  expect(turns.get(run)).toEqual(['one', 'two']);
  expect(await versionOf(runWorkflowId(run))).toEqual(['two', autoUpgrade]);
  sweeps.first.resolve();
  await sweep.result();
  expect(await versionOf(sweepId)).toEqual(['one', pinned]);
  await resume(next);
  await client.workflow.getHandle(runWorkflowId(next)).result();
});

it('[operations.worker-versions] a worker is unversioned without a deployment name, and of the version of its workflow code without a build id', async () => {
  expect(await optionsOf({})).toBeUndefined();
  const options = await optionsOf({ WORKER_DEPLOYMENT_NAME: 'heddle' });
  expect(options?.version).toEqual({ deploymentName: 'heddle', buildId: await workflowCodeHash() });
});
