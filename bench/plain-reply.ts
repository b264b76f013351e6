import { randomUUID } from 'node:crypto';
import { bareTaskQueue } from './bare/task-queue.ts';
import { compare, type Comparison } from './comparison.ts';
import type { Bench } from './start-bench.ts';

/** How much work is measured in each round and on each side, by the number of clients. */
const counts = [
  { clients: 1, count: 100 },
  { clients: 32, count: 500 },
];

/**
 * A plain reply through the API, compared with the least that durable work on the same servers can cost: a bare
 * workflow with one empty activity.
 */
export async function comparePlainReply({ http, temporal, pids }: Bench): Promise<Comparison[]> {
  const agentId = await http.publishAgent('bench');
  const comparisons: Comparison[] = [];
  for (const { clients, count } of counts) {
    const threads: string[] = [];
    while (threads.length < clients) threads.push(await http.startThread(agentId));
    comparisons.push(
      await compare(
        { title: 'plain reply against a bare workflow', clients, count, pids },
        {
          work: async () => {
            await temporal.workflow.execute('bare', { taskQueue: bareTaskQueue, workflowId: randomUUID() });
          },
        },
        { work: async (client) => await http.untilClosed(await http.post(threads[client] ?? '', 'Hello')) },
      ),
    );
  }
  return comparisons;
}
