import { expect, it } from 'vitest';
import type { RunStats, WebhookStats } from '#console/api/schema.ts';
import { cost } from '#console/pages/overview/cost-figures.ts';
import { latency, runCount, runsByState, sumOf } from '#console/pages/overview/figures.ts';
import { deliveries, lookups } from '#console/pages/overview/service-figures.ts';

const tokens = { input_tokens: 0, output_tokens: 0 };
const monday = '2026-03-23T00:00:00.000Z';
const tuesday = '2026-03-24T00:00:00.000Z';

const runs: RunStats = {
  from: monday,
  to: tuesday,
  interval: 'day',
  total: {
    ...tokens,
    runs: [
      { state: 'closed', reason: 'finished', count: 1200 },
      { state: 'closed', reason: 'handoff', count: 3 },
      { state: 'failed', error_code: 'model_error', count: 2 },
    ],
    cost_credits: 12.5,
  },
  buckets: [
    {
      start: monday,
      ...tokens,
      runs: [
        { state: 'closed', reason: 'finished', count: 1200 },
        { state: 'closed', reason: 'handoff', count: 3 },
        { state: 'closed', reason: 'cancelled', count: 4 },
      ],
      to_end: { count: 1203, p50_ms: 1500, p95_ms: 90_000 },
      cost_credits: 12.5,
    },
    {
      start: tuesday,
      ...tokens,
      runs: [{ state: 'failed', error_code: 'model_error', count: 2 }],
      cost_credits: 0,
    },
  ],
};

it('[console.chart-links] runs are counted by their state and how they ended, cancelled ones apart, and each count leads to its runs', () => {
  const figures = runsByState(runs);
  const none = {
    finished: 0,
    cancelled: 0,
    ended: 0,
    running: 0,
    awaiting_input: 0,
    awaiting_outcome: 0,
    failed: 0,
  };
  expect(figures.rows).toMatchObject([
    {
      start: monday,
      values: { ...none, finished: 1200, ended: 3, cancelled: 4 },
      runs: { from: '2026-03-23', to: '2026-03-23' },
    },
    { start: tuesday, values: { ...none, failed: 2 } },
  ]);
  expect(figures.series.map(({ key }) => key)).toEqual(Object.keys(none));
  expect(new Set(figures.series.map(({ colour }) => colour)).size).toBe(7);
  expect(figures.series.find(({ key }) => key === 'cancelled')?.runs).toEqual({ reason: 'cancelled' });
  expect(sumOf(figures)).toBe(1209);
  expect(sumOf(figures, 'failed')).toBe(2);
  expect(figures.whole).toBe(true);
});

it('a total is of all states or of one', () => {
  expect(runCount(runs.total)).toBe(1205);
  expect(runCount(runs.total, 'closed')).toBe(1203);
  expect(runCount(runs.total, 'running')).toBe(0);
});

it('a part in which no run ended has no latency, which is not the same as none', () => {
  const figures = latency(runs);
  expect(figures.rows.map(({ values }) => values)).toEqual([{ p50: 1500, p95: 90_000 }, {}]);
  expect(figures.format(90_000)).toBe('1 min 30 s');
});

it('a cost has its unit, but not at the axis', () => {
  const { rows, format, formatTick } = cost(runs);
  expect(rows.map(({ values }) => values)).toEqual([{ cost: 12.5 }, { cost: 0 }]);
  expect(format(12.5)).toBe('12.5 credits');
  expect(formatTick?.(12.5)).toBe('12.5');
});

it('[console.chart-links] what models cost leads to no runs, because their turns may be of runs of other days', () => {
  expect(cost(runs).rows[0]?.runs).toEqual({ from: '2026-03-23', to: '2026-03-23' });
});

it('lookups are listed by rail, the most used one first, under the name that a person knows', () => {
  const { rows } = lookups({
    from: monday,
    to: tuesday,
    total: 9,
    counts: [
      { rail: 'swift', result: 'identified', count: 2 },
      { rail: 'iban', result: 'identified', count: 4 },
      { rail: 'iban', result: 'not_found', count: 3 },
    ],
  });
  expect(rows).toEqual([
    { name: 'IBAN', values: { identified: 4, not_found: 3 } },
    { name: 'BIC (SWIFT)', values: { identified: 2 } },
  ]);
});

it('deliveries are added up over all endpoints', () => {
  const endpoint = (delivered: number, failed: number): WebhookStats['endpoints'][number] => ({
    endpoint_id: crypto.randomUUID(),
    delivered,
    failed,
    buckets: [
      { start: monday, delivered, failed: 0 },
      { start: tuesday, delivered: 0, failed },
    ],
  });
  const figures = deliveries({
    from: monday,
    to: tuesday,
    interval: 'day',
    endpoints: [endpoint(5, 1), endpoint(2, 4)],
  });
  expect(figures.rows.map(({ values }) => values)).toEqual([
    { delivered: 7, failed: 0 },
    { delivered: 0, failed: 5 },
  ]);
  expect(deliveries({ from: monday, to: tuesday, interval: 'day', endpoints: [] }).rows).toEqual([]);
});
