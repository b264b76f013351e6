import { post, startThread } from '#client/conversation.ts';
import { cpuPerWork } from './cpu.ts';
import { medians } from './figures.ts';
import { type Load, load } from './load.ts';
import type { Bench } from './start-bench.ts';
import { untilClosed } from './until-closed.ts';

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
  const { client } = bench;
  const run = await post(client, await startThread(client), 'Hello');
  await untilClosed(client, run);
  return [
    await measure(bench, 'GET /v1/loom/runs/{id}', async () => {
      await client.call('GET', `/v1/loom/runs/${run}`);
    }),
    await measure(bench, 'POST /v1/identify', async () => {
      await client.call('POST', '/v1/identify', { json: { iban: 'DE89370400440532013000' } });
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
