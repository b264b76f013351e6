import type { Client, ScheduleHandle } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { createTemporalClient } from '#adapters/temporal/connect.ts';
import { newId } from '#store/mongo/ids.ts';
import { ensureSweepSchedule, keepSweepSchedule } from '#worker/sweep-schedule.ts';

let client: Client;
beforeAll(() => {
  client = createTemporalClient({ address: inject('temporalAddress'), namespace: 'default' });
});
afterAll(async () => await client.connection.close());

let schedule: ScheduleHandle;
const ensure = async () =>
  await ensureSweepSchedule(client, { scheduleId: schedule.scheduleId, taskQueue: schedule.scheduleId });
beforeEach(async () => {
  schedule = client.schedule.getHandle(`sweep-${newId()}`);
  await ensure();
});
afterEach(async () => await schedule.delete());

const definition = async () => {
  const { spec, policies, action } = await schedule.describe();
  return { spec, policies, action };
};

it('[operations.sweep-schedule] a schedule that is not there is created', async () => {
  await schedule.delete();
  expect(await ensure()).toBe('created');
  expect((await schedule.describe()).state.paused).toBe(false);
});

it('[operations.sweep-schedule] a schedule that is as it should be is left alone, whichever worker starts next', async () => {
  const { info } = await schedule.describe();
  expect(await ensure()).toBe('unchanged');
  expect((await schedule.describe()).info.lastUpdatedAt).toEqual(info.lastUpdatedAt);
});

it.each<[what: string, change: object]>([
  ['spec', { spec: { intervals: [{ every: '1 hour' as const }] } }],
  ['spec, by a calendar', { spec: { calendars: [{ hour: 3 }], intervals: [{ every: 10_000 }] } }],
  ['policies', { policies: { overlap: 'ALLOW_ALL' as const } }],
  ['workflow type', { action: { workflowType: 'other' } }],
  ['task queue', { action: { taskQueue: 'other' } }],
  ['arguments', { action: { args: ['other'] } }],
  ['time-out', { action: { workflowRunTimeout: '1 hour' as const } }],
])('[operations.sweep-schedule] a schedule of another %s is updated', async (_, change) => {
  const { action, ...other } = change as { action?: object };
  const wanted = await definition();
  await schedule.update((current) => ({ ...current, ...other, action: { ...current.action, ...action } }));
  expect(await definition()).not.toEqual(wanted);
  expect(await ensure()).toBe('updated');
  expect(await definition()).toEqual(wanted);
  expect(await ensure()).toBe('unchanged');
});

it('[operations.sweep-schedule] one that an operator has paused stays paused, also when it is updated', async () => {
  await schedule.pause('maintenance');
  expect(await ensure()).toBe('unchanged');
  await schedule.update((current) => ({ ...current, spec: { intervals: [{ every: '1 hour' }] } }));
  expect(await ensure()).toBe('updated');
  expect((await schedule.describe()).state).toMatchObject({ paused: true, note: 'maintenance' });
});

it('[operations.sweep-schedule] one that is lost while a worker runs is created again, and the worker goes on trying while Temporal does not answer', async () => {
  const { scheduleId } = schedule;
  const lines: string[] = [];
  const log = { warn: (_: object, line: string) => void lines.push(line) };
  const getHandle = vi.spyOn(client.schedule, 'getHandle').mockImplementationOnce(() => {
    throw new Error('Temporal does not answer');
  });
  await schedule.delete();
  const stop = keepSweepSchedule(client, log, { scheduleId, taskQueue: scheduleId, checkMs: 50 });
  await expect
    .poll(async () => (await schedule.describe().catch(() => undefined))?.scheduleId)
    .toBe(scheduleId);
  await stop();
  getHandle.mockRestore();
  expect(lines.slice(0, 2)).toEqual([
    'the schedule of the sweep could not be checked',
    'the schedule of the sweep was created',
  ]);
});
