import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import type { RunInput } from '#contract/temporal/names.ts';

const { callModel } = proxyActivities<Activities>({ startToCloseTimeout: '10 minutes' });

/** A change that breaks every open run: it waits before the first turn, without keeping the old path for old runs. */
export async function run(input: RunInput): Promise<void> {
  await sleep('1 second');
  await callModel({ ...input, turn: 1 });
}
