import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { bareTaskQueue } from './bare/task-queue.ts';
import type { BenchStack } from './bench-stack.ts';
import { cpuSeconds } from './cpu.ts';
import { HttpClient } from './http-client.ts';
import { load, median, type Load } from './load.ts';

const rounds = 5;
/** Works to measure at a number of clients, each round and each side. */
const counts: Record<number, number> = { 1: 100, 32: 500 };

interface Comparison {
  clients: number;
  bare: Load;
  reply: Load;
  /** Of the reply to the bare workflow, the median over the rounds. */
  p50_ratio: number;
  throughput_ratio: number;
}

/**
 * A plain reply through the API against the least that durable work can be, in turn on the same servers: a bare
 * workflow with one empty activity.
 */
export async function comparePlainReply(stack: BenchStack): Promise<Comparison[]> {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const temporal = new Client({ connection });
  const http = new HttpClient(stack.baseUrl, {
    authorization: `Bearer ${stack.apiKey}`,
    'service-subject': 'bench',
  });
  const agent = await http.call<{ id: string }>('POST', '/v1/agents', {
    key: 'bench',
    name: 'Bench',
    instructions: 'Answer.',
    model_class: 'scripted',
  });
  const thread = async () =>
    (await http.call<{ id: string }>('POST', '/v1/loom/threads', { agent_id: agent.id })).id;
  const bare = async () => {
    await temporal.workflow.execute('bare', { taskQueue: bareTaskQueue, workflowId: randomUUID() });
  };
  const comparisons: Comparison[] = [];
  for (const clients of [1, 32]) {
    const threads = await Promise.all(Array.from({ length: clients }, thread));
    const reply = async (client: number) => {
      const { run_id } = await http.call<{ run_id: string }>(
        'POST',
        `/v1/loom/threads/${threads[client]}/messages`,
        { content: 'Hello' },
      );
      const run = await http.call<{ state: string }>('GET', `/v1/loom/runs/${run_id}?wait=30`);
      if (run.state !== 'closed') throw new Error(`run ${run_id} is ${run.state}`);
    };
    const count = counts[clients] ?? 0;
    await load(clients, count / 2, bare);
    await load(clients, count / 2, reply);
    const measured: { bare: Load; reply: Load }[] = [];
    const cpu: Record<string, number[]>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = await cpuSeconds(stack.pids);
      const bareLoad = await load(clients, count, bare);
      const between = await cpuSeconds(stack.pids);
      const replyLoad = await load(clients, count, reply);
      const after = await cpuSeconds(stack.pids);
      measured.push({ bare: bareLoad, reply: replyLoad });
      cpu.push(cpuPerWork([before, between, after], count));
    }
    console.log(`\nCPU in ms, ${clients} client${clients === 1 ? '' : 's'}`);
    console.table(medianCpu(cpu));
    const of = (side: 'bare' | 'reply', figure: keyof Load) =>
      median(measured.map((one) => one[side][figure]));
    const figures = (side: 'bare' | 'reply'): Load => ({
      p50_ms: of(side, 'p50_ms'),
      p95_ms: of(side, 'p95_ms'),
      per_second: of(side, 'per_second'),
    });
    comparisons.push({
      clients,
      bare: figures('bare'),
      reply: figures('reply'),
      p50_ratio: median(measured.map((one) => one.reply.p50_ms / one.bare.p50_ms)),
      throughput_ratio: median(measured.map((one) => one.reply.per_second / one.bare.per_second)),
    });
  }
  http.close();
  await connection.close();
  return comparisons;
}

/** CPU milliseconds of each part for one work of each side. */
function cpuPerWork(marks: Record<string, number>[], count: number): Record<string, number[]> {
  const [first = {}] = marks;
  return Object.fromEntries(
    Object.keys(first).map((part) => [
      part,
      marks.slice(1).map((mark, index) => (((mark[part] ?? 0) - (marks[index]?.[part] ?? 0)) * 1000) / count),
    ]),
  );
}

function medianCpu(measured: Record<string, number[]>[]): Record<string, Record<string, string>> {
  const [first = {}] = measured;
  const side = (part: string, index: number) =>
    median(measured.map((one) => one[part]?.[index] ?? Number.NaN)).toFixed(1);
  return Object.fromEntries(
    Object.keys(first).map((part) => [
      part,
      { 'bare workflow': side(part, 0), 'plain reply': side(part, 1) },
    ]),
  );
}
