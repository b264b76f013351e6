import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '#activities/create-activities.ts';
import type { RunInput } from '#contract/temporal/names.ts';

const { callModel } = proxyActivities<Activities>({ startToCloseTimeout: '10 minutes' });

/** A change that breaks every run under way: it waits before the first turn, and nothing says that old runs do not. */
export async function run(input: RunInput): Promise<void> {
  await sleep('1 second');
  await callModel({ ...input, turn: 1 });
}
