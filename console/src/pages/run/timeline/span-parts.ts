import type { Span, SpanKind } from './spans.ts';

/** The colour of each kind on a bar, always with its name beside it. */
export const spanTones = {
  model: 'bg-chart-accent',
  execution: 'bg-chart-good',
  failed: 'bg-chart-bad',
  pause: 'bg-line-strong',
  person: 'bg-chart-warn',
} as const satisfies Record<SpanKind, string>;

const names: [kind: SpanKind, name: string][] = [
  ['person', 'Waited for a person'],
  ['model', 'Model'],
  ['execution', 'Execution'],
  ['failed', 'Failed tries'],
  ['pause', 'Before the retry'],
];

/** How long spans took together, by kind; kinds that there are none of are left out. */
export function partsOf(spans: Span[]): { kind: SpanKind; name: string; ms: number }[] {
  return names.flatMap(([kind, name]) => {
    const alike = spans.filter((span) => span.kind === kind);
    return alike.length === 0
      ? []
      : [{ kind, name, ms: alike.reduce((sum, { durationMs }) => sum + durationMs, 0) }];
  });
}
