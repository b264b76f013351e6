import type { BenchClients } from './bench-clients.ts';
import { cpuSeconds } from './cpu.ts';
import type { HttpClient } from './http-client.ts';
import { type Load, load, median } from './load.ts';

/** The cost of a request: its load, and the CPU milliseconds that one takes of the API and of MongoDB. */
export interface RequestFigures extends Load {
  request: string;
  api_cpu_ms: number;
  mongodb_cpu_ms: number;
}

const clients = 32;
const count = 5000;
const rounds = 5;

/** A read and a lookup, both authenticated and recorded, at 32 clients; medians of five rounds. */
export async function measureRequests(bench: BenchClients): Promise<RequestFigures[]> {
  const { http } = bench;
  const run = await closedRun(http);
  return [
    await measure(bench, 'GET /v1/loom/runs/{id}', async () => {
      await http.call('GET', `/v1/loom/runs/${run}`);
    }),
    await measure(bench, 'POST /v1/identify', async () => {
      await http.call('POST', '/v1/identify', { iban: 'DE89370400440532013000' });
    }),
  ];
}

async function measure(
  { pids }: BenchClients,
  request: string,
  work: () => Promise<void>,
): Promise<RequestFigures> {
  await load(clients, count / 2, work);
  const measured: Omit<RequestFigures, 'request'>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await cpuSeconds(pids);
    const figures = await load(clients, count, work);
    const after = await cpuSeconds(pids);
    const cpuMs = (part: string) =>
      (((after[part] ?? Number.NaN) - (before[part] ?? Number.NaN)) * 1000) / count;
    measured.push({ ...figures, api_cpu_ms: cpuMs('api'), mongodb_cpu_ms: cpuMs('mongodb') });
  }
  const of = (figure: keyof (typeof measured)[number]) => median(measured.map((round) => round[figure]));
  return {
    request,
    p50_ms: of('p50_ms'),
    p95_ms: of('p95_ms'),
    per_second: of('per_second'),
    api_cpu_ms: of('api_cpu_ms'),
    mongodb_cpu_ms: of('mongodb_cpu_ms'),
  };
}

async function closedRun(http: HttpClient): Promise<string> {
  const agent = await http.call<{ id: string }>('POST', '/v1/agents', {
    key: 'bench',
    name: 'Bench',
    instructions: 'Answer.',
    model_class: 'scripted',
  });
  const thread = await http.call<{ id: string }>('POST', '/v1/loom/threads', { agent_id: agent.id });
  const { run_id } = await http.call<{ run_id: string }>('POST', `/v1/loom/threads/${thread.id}/messages`, {
    content: 'Hello',
  });
  await http.untilClosed(run_id);
  return run_id;
}
