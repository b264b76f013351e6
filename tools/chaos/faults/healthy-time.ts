import type { FaultWindow } from './fault.ts';

/** A span of time, in milliseconds since the epoch. */
export interface Span {
  from: number;
  until: number;
}

/** The parts of a span in which all parts of the stack worked. */
export function healthySpans({ from, until }: Span, faults: readonly FaultWindow[]): Span[] {
  let spans: Span[] = until > from ? [{ from, until }] : [];
  for (const fault of faults) {
    const end = fault.until ?? Number.POSITIVE_INFINITY;
    spans = spans.flatMap((span) =>
      end <= span.from || fault.from >= span.until
        ? [span]
        : [
            { from: span.from, until: fault.from },
            { from: end, until: span.until },
          ].filter((left) => left.until > left.from),
    );
  }
  return spans;
}

/** For how long everything worked within a span, in milliseconds. */
export function healthyMs(span: Span, faults: readonly FaultWindow[]): number {
  return healthySpans(span, faults).reduce((sum, { from, until }) => sum + until - from, 0);
}

/** The longest uninterrupted time within a span in which everything worked, in milliseconds. */
export function longestHealthyMs(span: Span, faults: readonly FaultWindow[]): number {
  return Math.max(0, ...healthySpans(span, faults).map(({ from, until }) => until - from));
}
