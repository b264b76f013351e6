import { randomUUID } from 'node:crypto';
import type { Work } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import { bareTaskQueue } from './task-queue.ts';

/** A workflow with so many activities that do nothing, from its start to its end. */
export function bareWorkflow({ temporal }: Bench, activities: number): Work {
  return {
    what: `bare workflow, ${activities} ${activities === 1 ? 'activity' : 'activities'}`,
    work: async () => {
      const options = { taskQueue: bareTaskQueue, workflowId: randomUUID(), args: [activities] };
      await temporal.workflow.execute('bare', options);
    },
  };
}

/** A workflow that waits, from the signal that it waits for to its end, with two activities that do nothing. */
export function bareSignal({ temporal }: Bench): Work {
  let waiting: string[] = [];
  return {
    what: 'bare workflow, signal and 2 activities',
    prepare: async (count) => {
      waiting = Array.from({ length: count }, () => randomUUID());
      for (const workflowId of waiting) {
        await temporal.workflow.start('bareWait', { taskQueue: bareTaskQueue, workflowId });
      }
    },
    work: async () => {
      const handle = temporal.workflow.getHandle(waiting.pop() ?? '');
      await handle.signal('go');
      await handle.result();
    },
  };
}
