import { randomUUID } from 'node:crypto';
import type { Work } from '../measure.ts';
import type { Bench } from '../start-bench.ts';
import type { CommittingPath } from './committing-server.ts';
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
export function bareSignal(bench: Bench): Work {
  return signalled(bench, { what: 'bare workflow, signal and 2 activities', type: 'bareWait', args: [] });
}

/** The same, with so many activities side by side, and one after them. */
export function bareSet(bench: Bench, calls: number): Work {
  const what = `bare workflow, signal, ${calls} activities side by side and 1 after them`;
  return signalled(bench, { what, type: 'bareSet', args: [calls] });
}

/**
 * The least that so many calls can cost of which each is sent at most once: before it is sent, and after that, a journal has what is
 * stored of it.
 */
export function committingSet(bench: Bench, calls: number): Work {
  let waiting: string[] = [];
  return {
    what: `the same, with the decision's commit, ${calls} marks before and ${calls} results after, and a turn`,
    prepare: async (count) => {
      waiting = Array.from({ length: count }, () => randomUUID());
      for (const workflowId of waiting) {
        const options = { taskQueue: bareTaskQueue, workflowId, args: [workflowId, calls] };
        await bench.temporal.workflow.start('committingSet', options);
      }
    },
    work: async () => await ask(bench, '/decide', waiting.pop() ?? ''),
  };
}

function signalled(
  { temporal }: Bench,
  { what, type, args }: { what: string; type: 'bareWait' | 'bareSet'; args: number[] },
): Work {
  let waiting: string[] = [];
  return {
    what,
    prepare: async (count) => {
      waiting = Array.from({ length: count }, () => randomUUID());
      for (const workflowId of waiting) {
        await temporal.workflow.start(type, { taskQueue: bareTaskQueue, workflowId, args });
      }
    },
    work: async () => {
      const handle = temporal.workflow.getHandle(waiting.pop() ?? '');
      await handle.signal('go');
      await handle.result();
    },
  };
}

/** The work of the whole ones. */
const everything = 'all operations of MongoDB and HTTP';

/**
 * The least that a plain turn can cost: a commit, a start, which is eager if the service is one process, and a commit in the
 * activity.
 * @param whole with all that the service asks of MongoDB, and as many requests
 */
export function committingTurn(bench: Bench, whole = false): Work {
  return {
    what: `bare workflow, 1 activity and ${whole ? everything : 'the 2 commits of a turn'}`,
    work: async () => {
      const id = randomUUID();
      await ask(bench, whole ? '/whole-turn' : '/turn', id);
      if (whole) await ask(bench, '/done', id);
    },
  };
}

/**
 * The least that a decision can cost: a commit and a signal, and one activity of a second queue with the other three commits.
 * @param whole with all that the service asks of MongoDB and of the host, and as many requests
 */
export function committingDecision(bench: Bench, whole = false): Work {
  let waiting: string[] = [];
  const paths = { wait: '/wait', decide: '/decide' } as const;
  const wholePaths = { wait: '/whole-wait', decide: '/whole-decide' } as const;
  const { wait, decide } = whole ? wholePaths : paths;
  return {
    what: `bare workflow, signal, 1 activity of a second queue, and ${whole ? everything : 'the 4 commits of a decision'}`,
    prepare: async (count) => {
      waiting = Array.from({ length: count }, () => randomUUID());
      for (const id of waiting) await ask(bench, wait, id);
    },
    work: async () => {
      const id = waiting.pop() ?? '';
      await ask(bench, decide, id);
      if (whole) await ask(bench, '/done', id);
    },
  };
}

async function ask({ bare: { url, pool } }: Bench, path: CommittingPath, id: string): Promise<void> {
  const response = await pool.transport(`${url}${path}?${id}`, { method: 'POST', headers: {} });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`the bare worker answered ${path} with ${response.status}`);
}
