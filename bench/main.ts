import { startBenchStack } from './bench-stack.ts';
import { comparePlainReply } from './plain-reply.ts';

/** `npm run bench`: every figure beside its baseline of the same run; read the ratios, not the milliseconds. */
const stack = await startBenchStack();
try {
  for (const { clients, bare, reply, p50_ratio, throughput_ratio } of await comparePlainReply(stack)) {
    console.log(`\nplain reply against a bare workflow, ${clients} client${clients === 1 ? '' : 's'}`);
    console.table({
      'bare workflow': rounded(bare),
      'plain reply': rounded(reply),
      ratio: { p50_ms: p50_ratio.toFixed(2), p95_ms: '', per_second: throughput_ratio.toFixed(2) },
    });
  }
} finally {
  await stack.stop();
}

function rounded(figures: object): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value).toFixed(1)]));
}
