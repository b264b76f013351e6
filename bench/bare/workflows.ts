import { proxyActivities } from '@temporalio/workflow';
import type { bareActivities } from './activities.ts';

const { doNothing } = proxyActivities<typeof bareActivities>({ startToCloseTimeout: '1 minute' });

/** The least that durable work can be: one activity that does nothing. */
export async function bare(): Promise<void> {
  await doNothing();
}
