import type { ServerResponse } from 'node:http';
import { Context } from '@temporalio/activity';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { activityTaskQueue, runWorkflowId } from '#contract/temporal/names.ts';
import { createModels } from '#adapters/model/models.ts';
import { callsWithTurns, slots } from '#activities/slots.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { untilLooked } from '../../support/looked-run.ts';
import { startService, type TestService } from '../../support/service.ts';
import { perTest } from '../../support/per-file.ts';

let service: TestService;
const host = perTest(startHost);
let held: ServerResponse[];
/** Those of the activities in which a model was called. */
const modelPriorities: unknown[] = [];
/** A fraction of what is in production, in the same proportion. */
const fewSlots = { total: 25, perWorkspace: 20 };
const fewPlaces = { total: 5, perWorkspace: 4 };
beforeAll(async () => {
  const models = createModels({});
  const usual = { ...slots.calls };
  const usualPlaces = { ...callsWithTurns };
  Object.assign(slots.calls, fewSlots);
  Object.assign(callsWithTurns, fewPlaces);
  service = await startService({
    models: {
      ...models,
      get: (modelClass) => {
        modelPriorities.push(Context.current().info.priority);
        return models.get(modelClass);
      },
    },
  });
  Object.assign(slots.calls, usual);
  Object.assign(callsWithTurns, usualPlaces);
});
afterAll(async () => await service.stop());
beforeEach(() => {
  held = [];
  modelPriorities.length = 0;
  host.answer = (_, response) => held.push(response);
});

/** Nothing that is held runs into its time-out before the test lets it go. */
const patches = [actingPatch('slow', { timeout_seconds: 300 })];

async function holds(count: number): Promise<void> {
  const what = `${count} calls that hang`;
  await waitUntil(() => held.length >= count, { timeoutMs: 120_000, what });
}

/** The host answers all that it holds, and at once from now on. */
function letGo(): void {
  host.answer = (_, response) => json(response, 200, { ok: true });
  for (const response of held.splice(0)) json(response, 200, { ok: true });
}

/** A workspace with so many calls on their way, ten in a run. */
async function callSlowly(count: number) {
  const acting = await startActing(service, { host, patches });
  const runs: string[] = [];
  for (let left = count; left > 0; left -= 10) {
    const thread = left === count ? acting.thread : await startThread(acting.client, acting.agent.id);
    const calls = '/call slow {}\n'.repeat(Math.min(left, 10));
    runs.push(await post(acting.client, thread, `${calls}---\n/say done`));
  }
  const states = async () =>
    await Promise.all(
      runs.map(async (run) => (await acting.client.get<Run>(`/v1/loom/runs/${run}`)).data.state),
    );
  return { ...acting, runs, states };
}

/** The activities of a run's workflow, each with its task queue. */
async function activitiesOf(run: string) {
  const { events } = await service.temporal.workflow.getHandle(runWorkflowId(run)).fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled ? [[scheduled.activityType?.name, scheduled.taskQueue?.name]] : [],
  );
}

/** Posts to a thread on which a run works, and cancels that message's run once its workflow waits for its turn. */
async function cancelWaiting(client: ApiClient, thread: string): Promise<string> {
  const run = await post(client, thread, 'after the slow calls');
  await untilLooked(service.temporal, run);
  await client.post(`/v1/loom/runs/${run}/cancel`);
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  return run;
}

it('[worker.own-slots] [worker.workspace-share] the slow hosts of one workspace delay neither a cancel, nor the turn or the call of another workspace', async () => {
  const { perWorkspace, total } = fewSlots;
  const slow = await callSlowly(perWorkspace + 5);
  await holds(perWorkspace);
  const quick = await startHost();
  const other = await startActing(service, { host: quick, patches });
  const called = await converse(other.client, other.thread, '/call slow {}\n---\n/say done');
  expect(called).toMatchObject({ reason: 'finished' });
  expect(await callsOf(other.client, called.id)).toMatchObject([{ status: 'ok' }]);
  expect([held.length, host.calls.length]).toEqual([perWorkspace, perWorkspace]);

  // A second such workspace gets the same share of the rest, and leaves slots for the calls of a third.
  const both = perWorkspace + ((total - perWorkspace) * perWorkspace) / total;
  const second = await callSlowly(both - perWorkspace + 5);
  await holds(both);
  await cancelWaiting(slow.client, slow.thread);
  expect(await converse(other.client, other.thread, '/call slow {}\n---\n/say done')).toMatchObject({
    reason: 'finished',
  });

  // All of that came to its end while every one of these calls still hung.
  expect([held.length, host.calls.length]).toEqual([both, both]);
  for (const { runs, states } of [slow, second]) expect(await states()).toEqual(runs.map(() => 'running'));
  await quick.stop();
  letGo();
  for (const { client, runs } of [slow, second]) {
    for (const run of runs) expect(await settled(client, run)).toMatchObject({ reason: 'finished' });
  }
  expect(host.calls).toHaveLength(both + 10);
});

it('[worker.own-slots] calls and own steps go to queues of their own, with their workspace as fairness key', async () => {
  const { client, thread, workspace } = await startActing(service, { host, patches });
  const calling = await post(client, thread, '/call slow {}\n/call slow {}\n---\n/say done');
  await holds(2);
  const cancelled = await cancelWaiting(client, thread);
  letGo();
  await settled(client, calling);
  const { taskQueue } = service;
  expect(await activitiesOf(calling)).toEqual([
    ['callModel', taskQueue],
    ['executePatch', activityTaskQueue(taskQueue, 'calls')],
    ['executePatch', activityTaskQueue(taskQueue, 'calls')],
  ]);
  expect(await activitiesOf(cancelled)).toEqual([
    ['callModel', taskQueue],
    ['cancelRun', activityTaskQueue(taskQueue, 'steps')],
  ]);
  // The turn after the call is taken by the call's activity. It inherits the key, which is set once, at the start.
  expect(modelPriorities.at(-1)).toMatchObject({ fairnessKey: workspace });
});

it('[worker.own-slots] [worker.workspace-share] few calls that hang stay with their turns: the others of a workspace go to the queue for calls, and another workspace has a place left', async () => {
  const slow = await startActing(service, { host, patches });
  const runs: string[] = [];
  while (runs.length < fewPlaces.total + 1) {
    const thread = await startThread(slow.client, slow.agent.id);
    runs.push(await post(slow.client, thread, '/call slow {}\n---\n/say done'));
    await holds(runs.length);
  }
  const quick = await startHost();
  const other = await startActing(service, { host: quick, patches });
  const called = await converse(other.client, other.thread, '/call slow {}\n---\n/say done');
  const { taskQueue } = service;
  const alone = [['callModel', taskQueue]];
  expect(await activitiesOf(called.id)).toEqual(alone);
  const apart = [...alone, ['executePatch', activityTaskQueue(taskQueue, 'calls')]];
  const activities = await Promise.all(runs.map(activitiesOf));
  expect(activities).toEqual(runs.map((_, index) => (index < fewPlaces.perWorkspace ? alone : apart)));
  await quick.stop();
  letGo();
  for (const run of runs) expect(await settled(slow.client, run)).toMatchObject({ reason: 'finished' });
  expect(host.calls).toHaveLength(runs.length);
});
