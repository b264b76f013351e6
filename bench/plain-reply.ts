import { randomUUID } from 'node:crypto';
import { post, publishScripted, startThread } from '#client/conversation.ts';
import { bareTaskQueue } from './bare/task-queue.ts';
import { compare, type Comparison } from './comparison.ts';
import type { Bench } from './start-bench.ts';
import { untilClosed } from './until-closed.ts';

/** How much work is measured in each round and on each side, by the number of clients. */
const counts = [
  { clients: 1, count: 100 },
  { clients: 32, count: 500 },
];

/**
 * A plain reply through the API, compared with the least that durable work on the same servers can cost: a bare
 * workflow with one empty activity.
 */
export async function comparePlainReply({ client, temporal, pids }: Bench): Promise<Comparison[]> {
  const { id: agentId } = await publishScripted(client);
  const comparisons: Comparison[] = [];
  for (const { clients, count } of counts) {
    const threads: string[] = [];
    while (threads.length < clients) threads.push(await startThread(client, agentId));
    comparisons.push(
      await compare(
        { title: 'plain reply against a bare workflow', clients, count, pids },
        {
          work: async () => {
            await temporal.workflow.execute('bare', { taskQueue: bareTaskQueue, workflowId: randomUUID() });
          },
        },
        {
          work: async (index) => await untilClosed(client, await post(client, threads[index] ?? '', 'Hello')),
        },
      ),
    );
  }
  return comparisons;
}
