import { expect, it } from 'vitest';
import type { Costs } from '#console/api/schema.ts';
import { dayRows, groupRows } from '#console/pages/costs/cost-rows.ts';
import { periodOf, readCostSearch } from '#console/pages/costs/cost-search.ts';

const costs: Costs = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-03T00:00:00.000Z',
  interval: 'day',
  by: 'subject',
  cost_credits: 0.8,
  count: 6,
  buckets: [
    { start: '2026-11-01T00:00:00.000Z', cost_credits: 0.2, count: 4 },
    { start: '2026-11-02T00:00:00.000Z', cost_credits: 0.6, count: 2 },
  ],
  groups: [{ key: 'ada', cost_credits: 0.7, count: 3, buckets: [] }],
  other_groups: 2,
};

it('[console.costs] each subject and day leads to its runs, and what the others cost is one row', () => {
  expect(groupRows(costs)).toEqual([
    {
      name: 'ada',
      cost: 0.7,
      share: 0.7 / 0.8,
      count: 3,
      search: { from: '2026-11-01', to: '2026-11-02', order: 'cost', subject: 'ada' },
    },
    { name: '2 more', cost: 0.1, share: 0.1 / 0.8, count: 3 },
  ]);
  expect(dayRows(costs).map(({ name, search }) => [name, search?.from])).toEqual([
    ['2026-11-02', '2026-11-02'],
    ['2026-11-01', '2026-11-01'],
  ]);
});

it('[console.costs] models and their days lead to runs too', () => {
  const byModel: Costs = {
    ...costs,
    by: 'model',
    groups: ['openai:small', 'scripted'].map((key) => ({ key, cost_credits: 0.4, count: 3, buckets: [] })),
    other_groups: 0,
  };
  const period = { from: '2026-11-01', to: '2026-11-02', order: 'cost' };
  expect(groupRows(byModel).map(({ name, search }) => [name, search])).toEqual([
    ['openai:small', { ...period, model: 'openai:small' }],
    ['Scripted', { ...period, model: 'scripted' }],
  ]);
  expect(dayRows(byModel)[0]?.search).toEqual({ from: '2026-11-02', to: '2026-11-02', order: 'cost' });
});

it('[console.costs] a period has whole days, and the address says which', () => {
  expect(periodOf(7, Date.parse('2026-11-24T10:00:00.000Z'))).toEqual({
    from: '2026-11-18T00:00:00.000Z',
    to: '2026-11-25T00:00:00.000Z',
  });
  expect(readCostSearch({ by: 'subject', days: 90 })).toEqual({ by: 'subject', days: 90 });
  expect(readCostSearch({ by: 'odd', days: 5 })).toEqual({});
});
