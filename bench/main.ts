import { type BenchClients, connectBenchClients } from './bench-clients.ts';
import { startBenchStack } from './bench-stack.ts';
import type { Comparison } from './comparison.ts';
import { compareDecision } from './decision.ts';
import { measureBanks, measureLoad, measureLookups } from './identify.ts';
import { compareEventStream } from './event-stream.ts';
import { comparePlainReply } from './plain-reply.ts';
import { measureRequests } from './requests.ts';
import { compareWebhook } from './webhook.ts';

/**
 * `npm run bench`: read results with a baseline by their ratio, not by their milliseconds. Name parts to measure only
 * those: `npm run bench -- requests`.
 */
const parts: Record<string, (clients: BenchClients) => Promise<void>> = {
  plainReply: async (clients) => (await comparePlainReply(clients)).forEach(show),
  decision: async (clients) => (await compareDecision(clients)).forEach(show),
  requests: async (clients) => {
    console.log('\nRequests, 32 clients: CPU is of one request');
    console.table(
      (await measureRequests(clients)).map(({ request, api_cpu_ms, mongodb_cpu_ms, ...times }) => ({
        request,
        ...rounded(times),
        ...rounded({ api_cpu_ms, mongodb_cpu_ms }, 3),
      })),
    );
  },
  webhook: async (clients) => (await compareWebhook(clients)).forEach(show),
  eventStream: async (clients) => {
    const { bare, streamed, p50_ratio } = await compareEventStream(clients);
    console.log('\nevent received by server-sent events against a bare change stream');
    console.table({
      baseline: rounded(bare),
      ours: rounded(streamed),
      ratio: { p50_ms: p50_ratio.toFixed(2), p95_ms: '' },
    });
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name) && name !== 'identify');
if (unknown.length > 0) {
  throw new Error(
    `bench: no such part: ${unknown.join(', ')}; there are identify, ${Object.keys(parts).join(', ')}`,
  );
}
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

if (isWanted('identify')) {
  console.log('\nTables of Identify, loaded');
  console.table(rounded(await measureLoad()));
  console.log('\nPages of institutions in process, with 20,000 imported rows');
  console.table(rounded(await measureBanks()));
  console.log('\nLookups in process');
  console.table((await measureLookups()).map(({ rail, ...times }) => ({ rail, ...rounded(times) })));
}

const measured = Object.entries(parts).filter(([name]) => isWanted(name));
if (measured.length > 0) {
  const stack = await startBenchStack();
  const clients = await connectBenchClients(stack);
  try {
    for (const [, measure] of measured) await measure(clients);
  } finally {
    await clients.close();
    await stack.stop();
  }
}

function show({ title, clients, baseline, ours, p50_ratio, throughput_ratio }: Comparison): void {
  console.log(`\n${title}, ${clients} client${clients === 1 ? '' : 's'}`);
  console.table({
    baseline: rounded(baseline),
    ours: rounded(ours),
    ratio: { p50_ms: p50_ratio.toFixed(2), p95_ms: '', per_second: throughput_ratio.toFixed(2) },
  });
}

function rounded(figures: object, digits = 1): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number(value).toFixed(digits)]),
  );
}
