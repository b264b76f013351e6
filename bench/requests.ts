import { cpuPerWork } from './cpu.ts';
import { medians } from './figures.ts';
import { type Load, load } from './load.ts';
import type { Bench } from './start-bench.ts';

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
export async function measureRequests(bench: Bench): Promise<RequestFigures[]> {
  const { http } = bench;
  const run = await http.post(await http.startThread(await http.publishAgent('bench')), 'Hello');
  await http.untilClosed(run);
  return [
    await measure(bench, 'GET /v1/loom/runs/{id}', async () => {
      await http.call('GET', `/v1/loom/runs/${run}`);
    }),
    await measure(bench, 'POST /v1/identify', async () => {
      await http.call('POST', '/v1/identify', { iban: 'DE89370400440532013000' });
    }),
  ];
}

async function measure({ pids }: Bench, request: string, work: () => Promise<void>): Promise<RequestFigures> {
  await load(clients, count / 2, work);
  const measured: Omit<RequestFigures, 'request'>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let figures: Load | undefined;
    const { api = Number.NaN, mongodb = Number.NaN } = await cpuPerWork(pids, count, async () => {
      figures = await load(clients, count, work);
    });
    if (figures !== undefined) measured.push({ ...figures, api_cpu_ms: api, mongodb_cpu_ms: mongodb });
  }
  return { request, ...medians(measured) };
}
