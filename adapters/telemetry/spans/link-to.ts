import type { TraceContext } from '#contract/trace-context.ts';
import type { LinkedSpan } from './described-span.ts';

/** The caller's span that a trace context names. Its `tracestate` is the caller's own words, and is not recorded. */
export function linkTo({ traceparent }: TraceContext): LinkedSpan {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
