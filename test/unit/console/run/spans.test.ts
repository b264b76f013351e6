import { expect, it } from 'vitest';
import type { ToolCall, Turn } from '#console/api/schema.ts';
import { timesOf } from '#console/pages/run/timeline/run-spans.ts';
import { barOf, scaleOf } from '#console/pages/run/timeline/scale.ts';
import { type Span, spansOfCall, spansOfTurn } from '#console/pages/run/timeline/spans.ts';

const start = Date.parse('2026-11-24T10:00:00.000Z');
const at = (ms: number): string => new Date(start + ms).toISOString();
/** Kind, start and length in milliseconds. */
const told = (spans: Span[]) =>
  spans.map(({ kind, fromMs, durationMs }) => [kind, fromMs - start, durationMs]);

const call: ToolCall = {
  patch_ref: 'send_payment@1',
  interaction: 'silent',
  gate: null,
  status: 'ok',
  args: {},
  started_at: at(0),
  duration_ms: 1000,
};

it('[console.run-page] the time of a turn is that of the try that gave it; failed tries and the pauses between them stand apart', () => {
  const turn = {
    started_at: at(3000),
    created_at: at(5000),
    tries: [
      { at: at(0), code: 'rate_limited', duration_ms: 500, retry_in_ms: 2500 },
      { at: at(3000), duration_ms: 2000 },
    ],
  } as Pick<Turn, 'started_at' | 'created_at' | 'tries'>;
  expect(told(spansOfTurn(turn, start))).toEqual([
    ['failed', 0, 500],
    ['pause', 500, 2500],
    ['model', 3000, 2000],
  ]);
  const old = { created_at: at(5000) };
  expect(told(spansOfTurn(old, start + 1000))).toEqual([['model', 1000, 4000]]);
  expect(told(spansOfTurn({ ...old, started_at: at(4000) }, start))).toEqual([['model', 4000, 1000]]);
});

it('[console.run-page] the time of a held call is that with a person, and then that of its execution', () => {
  const held = { ...call, gate: 'confirm' as const, duration_ms: 60_000 };
  const approved = { ...held, decision: { decision: 'approve' as const, created_at: at(59_000) } };
  expect(told(spansOfCall(approved, start))).toEqual([
    ['person', 0, 59_000],
    ['execution', 59_000, 1000],
  ]);
  const rejected = { ...held, decision: { decision: 'reject' as const, created_at: at(60_000) } };
  expect(told(spansOfCall(rejected, start))).toEqual([['person', 0, 60_000]]);
  const { duration_ms: _, ...waiting } = held;
  expect(told(spansOfCall({ ...waiting, status: 'pending' }, start + 7000))).toEqual([['person', 0, 7000]]);
  expect(told(spansOfCall({ ...call, interaction: 'interactive' }, start))).toEqual([['person', 0, 1000]]);
});

it('[console.run-page] each try of a host is a part of its execution, also one of which nobody has heard again', () => {
  const tries = [
    { at: at(0), code: 'host_error', status: 503, duration_ms: 100, retry_in_ms: 400 },
    { at: at(500), duration_ms: 500, status: 200 },
  ];
  expect(told(spansOfCall({ ...call, tries }, start))).toEqual([
    ['failed', 0, 100],
    ['pause', 100, 400],
    ['execution', 500, 500],
  ]);
  const lost = [{ at: at(200), code: 'outcome_unknown' }];
  expect(told(spansOfCall({ ...call, tries: lost, status: 'failed' }, start))).toEqual([
    ['execution', 0, 200],
    ['failed', 200, 800],
  ]);
});

it('[console.run-page] calls that are made at the same time count once in where the time of a run went', () => {
  const spans: Span[] = [
    { kind: 'model', fromMs: start, durationMs: 1000 },
    { kind: 'execution', fromMs: start + 1000, durationMs: 1000 },
    { kind: 'execution', fromMs: start + 1500, durationMs: 1000 },
    { kind: 'person', fromMs: start + 3000, durationMs: 90_000 },
  ];
  expect(timesOf(spans, [start, start + 10_000])).toEqual({
    model: 1000,
    execution: 1500,
    person: 7000,
    retries: 0,
    rest: 500,
  });
});

it('[console.run-page] a wait of a month leaves room on the scale for the seconds around it', () => {
  const month = 30 * 86_400_000;
  const scale = scaleOf(0, month + 10_000, [[5000, month + 5000]]);
  expect(scale(0)).toBe(0);
  expect(scale(5000)).toBeCloseTo(0.3);
  expect(scale(month + 5000)).toBeCloseTo(0.7);
  expect(scale(month + 10_000)).toBeCloseTo(1);
  // Short waits are as long as they were, and so is a run that did nothing but wait.
  expect(scaleOf(0, 1000, [[100, 200]])(500)).toBeCloseTo(0.5);
  expect(scaleOf(0, 1000, [[0, 1000]])(500)).toBeCloseTo(0.5);
  expect(barOf(scale, month + 10_000, 0)).toEqual({ left: '99%', width: '1%' });
});
