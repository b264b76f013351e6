import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { BareActivities } from './activities.ts';
import { bareCallsTaskQueue } from './task-queue.ts';

const startToCloseTimeout = '1 minute';
const { doNothing, commitTurn } = proxyActivities<BareActivities>({ startToCloseTimeout });
const { commitCall, commitResult } = proxyActivities<BareActivities>({
  startToCloseTimeout,
  taskQueue: bareCallsTaskQueue,
});

/** The least that durable work can cost: activities that do nothing, one after the other. */
export async function bare(activities: number): Promise<void> {
  for (let done = 0; done < activities; done += 1) await doNothing();
}

/** The least that waiting for a person can cost: a signal, and then two activities that do nothing. */
export async function bareWait(): Promise<void> {
  await untilSignalled();
  await bare(2);
}

/** The least that waiting for decisions on several calls can cost: a signal, then an activity for each, side by side, and one after them. */
export async function bareSet(calls: number): Promise<void> {
  await untilSignalled();
  await Promise.all(Array.from({ length: calls }, async () => await doNothing()));
  await doNothing();
}

/** One activity, with a commit as that of a model turn. */
export async function committingTurn(id: string, whole?: boolean): Promise<void> {
  await commitTurn(id, whole);
}

/** A signal, and then one activity of the second queue, with the commits of a call and of the turn after it. */
export async function committingWait(id: string, whole?: boolean): Promise<void> {
  await untilSignalled();
  await commitCall(id, whole);
}

/** A signal, then an activity of the second queue for each call, side by side, with its commits, and one with that of the turn after them. */
export async function committingSet(id: string, calls: number): Promise<void> {
  await untilSignalled();
  await Promise.all(
    Array.from({ length: calls }, async (_, number) => await commitResult(`${id} ${number}`)),
  );
  await commitTurn(id);
}

async function untilSignalled(): Promise<void> {
  let told = false;
  setHandler(defineSignal('go'), () => {
    told = true;
  });
  await condition(() => told);
}
