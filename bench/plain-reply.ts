import { randomUUID } from 'node:crypto';
import { bareTaskQueue } from './bare/task-queue.ts';
import type { BenchClients } from './bench-clients.ts';
import { compare, type Comparison } from './comparison.ts';

/** How much work is measured in each round and on each side, by the number of clients. */
const counts: Record<number, number> = { 1: 100, 32: 500 };

/**
 * A plain reply through the API, compared with the least that durable work on the same servers can cost: a bare
 * workflow with one empty activity.
 */
export async function comparePlainReply({ http, temporal, pids }: BenchClients): Promise<Comparison[]> {
  const agent = await http.call<{ id: string }>('POST', '/v1/agents', {
    key: 'bench',
    name: 'Bench',
    instructions: 'Answer.',
    model_class: 'scripted',
  });
  const comparisons: Comparison[] = [];
  for (const clients of [1, 32]) {
    const threads: string[] = [];
    for (let client = 0; client < clients; client += 1) {
      threads.push((await http.call<{ id: string }>('POST', '/v1/loom/threads', { agent_id: agent.id })).id);
    }
    comparisons.push(
      await compare(
        { title: 'plain reply against a bare workflow', clients, count: counts[clients] ?? 0, pids },
        {
          work: async () => {
            await temporal.workflow.execute('bare', { taskQueue: bareTaskQueue, workflowId: randomUUID() });
          },
        },
        {
          work: async (client) => {
            const { run_id } = await http.call<{ run_id: string }>(
              'POST',
              `/v1/loom/threads/${threads[client]}/messages`,
              { content: 'Hello' },
            );
            await http.untilClosed(run_id);
          },
        },
      ),
    );
  }
  return comparisons;
}
