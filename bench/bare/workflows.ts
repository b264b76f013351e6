import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { bareActivities } from './activities.ts';

const { doNothing } = proxyActivities<typeof bareActivities>({ startToCloseTimeout: '1 minute' });

/** The least that durable work can cost: activities that do nothing, one after the other. */
export async function bare(activities: number): Promise<void> {
  for (let done = 0; done < activities; done += 1) await doNothing();
}

/** The least that waiting for a person can cost: a signal, and then two activities that do nothing. */
export async function bareWait(): Promise<void> {
  let told = false;
  setHandler(defineSignal('go'), () => {
    told = true;
  });
  await condition(() => told);
  await bare(2);
}
