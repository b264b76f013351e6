import type { Comparison } from './comparison.ts';
import { measureConsole } from './console/measure-console.ts';
import { measureCosts } from './cost/measure-cost.ts';
import { printCosts } from './cost/print-costs.ts';
import { printProfiles } from './cost/profile-turns.ts';
import { compareDecision } from './decision.ts';
import { measureBanks, measureLoad, measureLookups } from './identify.ts';
import { compareEventStream } from './event-stream.ts';
import { comparePlainReply } from './plain-reply.ts';
import { measureRequests } from './requests.ts';
import { type Bench, startBench } from './start-bench.ts';
import { compareSpeech } from './voice.ts';
import { compareWebhook } from './webhook.ts';

/**
 * `npm run bench`: read results with a baseline by their ratio, not by their milliseconds. Name parts to measure only
 * those: `npm run bench -- requests`.
 */
const parts: Record<string, (bench: Bench) => Promise<void>> = {
  plainReply: async (bench) => (await comparePlainReply(bench)).forEach(show),
  decision: async (bench) => (await compareDecision(bench)).forEach(show),
  requests: async (bench) => {
    console.log('\nRequests, 32 clients: CPU is of one request');
    console.table(
      (await measureRequests(bench)).map(({ request, api_cpu_ms, mongodb_cpu_ms, ...times }) => ({
        request,
        ...rounded(times),
        ...rounded({ api_cpu_ms, mongodb_cpu_ms }, 3),
      })),
    );
  },
  webhook: async (bench) => (await compareWebhook(bench)).forEach(show),
  voice: async (bench) => show(await compareSpeech(bench)),
  eventStream: async (bench) => {
    const { bare, streamed, p50_ratio } = await compareEventStream(bench);
    console.log('\nevent received by server-sent events against a bare change stream');
    console.table({
      baseline: rounded(bare),
      ours: rounded(streamed),
      ratio: { p50_ms: p50_ratio.toFixed(2), p95_ms: '' },
    });
  },
  console: async (bench) => {
    for await (const { title, rows } of measureConsole(bench)) {
      console.log(`\n${title}`);
      console.table(
        Object.fromEntries(Object.entries(rows).map(([name, figures]) => [name, rounded(figures, 0)])),
      );
    }
  },
};

/** They need no stack, or start their own. */
const apart = ['identify', 'cost', 'profile'];

const wanted = process.argv.slice(2);
const known = [...apart, ...Object.keys(parts)];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  throw new Error(`bench: no such part: ${unknown.join(', ')}; there are ${known.join(', ')}`);
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

if (isWanted('cost')) printCosts(await measureCosts());
// Only by its name: it says where time is spent, not whether that is much.
if (wanted.includes('profile')) await printProfiles();

const measured = Object.entries(parts).filter(([name]) => isWanted(name));
if (measured.length > 0) {
  await using ends = new AsyncDisposableStack();
  const bench = await startBench(ends);
  for (const [, measure] of measured) await measure(bench);
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
