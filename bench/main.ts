import { connectBenchClients } from './bench-clients.ts';
import { startBenchStack } from './bench-stack.ts';
import type { Comparison } from './comparison.ts';
import { compareDecision } from './decision.ts';
import { compareIdentify } from './identify-request.ts';
import { measureLoad, measureLookups } from './identify.ts';
import { compareEventStream } from './event-stream.ts';
import { comparePlainReply } from './plain-reply.ts';
import { compareReadRun } from './read-run.ts';
import { compareWebhook } from './webhook.ts';

/** `npm run bench`: every figure beside its baseline of the same run; read the ratios, not the milliseconds. */
console.log('\nTables of Identify, loaded');
console.table(rounded(await measureLoad()));
console.log('\nLookups in process');
console.table((await measureLookups()).map(({ rail, ...times }) => ({ rail, ...rounded(times) })));

const stack = await startBenchStack();
const clients = await connectBenchClients(stack);
try {
  for (const measure of [
    comparePlainReply,
    compareDecision,
    compareReadRun,
    compareIdentify,
    compareWebhook,
  ]) {
    for (const comparison of await measure(clients)) show(comparison);
  }
  const { bare, streamed, p50_ratio } = await compareEventStream(clients);
  console.log('\nevent received by server-sent events against a bare change stream');
  console.table({
    baseline: rounded(bare),
    ours: rounded(streamed),
    ratio: { p50_ms: p50_ratio.toFixed(2), p95_ms: '' },
  });
} finally {
  await clients.close();
  await stack.stop();
}

function show({ title, clients, baseline, ours, p50_ratio, throughput_ratio }: Comparison): void {
  console.log(`\n${title}, ${clients} client${clients === 1 ? '' : 's'}`);
  console.table({
    baseline: rounded(baseline),
    ours: rounded(ours),
    ratio: { p50_ms: p50_ratio.toFixed(2), p95_ms: '', per_second: throughput_ratio.toFixed(2) },
  });
}

function rounded(figures: object): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value).toFixed(1)]));
}
