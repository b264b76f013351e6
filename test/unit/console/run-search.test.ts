import { expect, it } from 'vitest';
import { readRunSearch, searchOfPart, toQuery } from '#console/pages/runs/run-search.ts';
import { readViews, withView } from '#console/pages/runs/saved-views.ts';
import { csvOf } from '#console/ui/csv-of.ts';

const now = Date.parse('2026-11-24T10:00:00.000Z');

it('[console.run-filters] filters are read from the address, and what it does not know is left out', () => {
  const known = {
    state: 'failed',
    error_code: 'model_quota',
    from: '2026-11-01',
    to: '2026-11-02',
    text: 'bo',
  };
  expect(readRunSearch({ ...known, min_cost: 1.5 })).toEqual({ ...known, min_cost: '1.5' });
  expect(
    readRunSearch({ state: 'odd', from: '2026-13-41', max_cost: '1e3', order: 'age', subject: '', other: 1 }),
  ).toEqual({});
});

it('[console.chart-links] the runs of a bar are those that were opened in its day or hour', () => {
  const ofDay = searchOfPart('2026-11-02T00:00:00.000Z', 'day');
  expect(toQuery(readRunSearch({ ...ofDay }), now)).toEqual({
    from: '2026-11-02T00:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
  });
  const ofHour = searchOfPart('2026-11-02T23:00:00.000Z', 'hour');
  expect(toQuery(readRunSearch({ ...ofHour }), now)).toEqual({
    from: '2026-11-02T23:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
  });
});

it('[console.run-filters] the last day is part of what is asked for, and the dearest runs are those of a period', () => {
  expect(toQuery({ from: '2026-11-01', to: '2026-11-02', min_cost: '0.000001' }, now)).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
    min_cost: 0.000001,
  });
  expect(toQuery({}, now)).toEqual({});
  expect(toQuery({ order: 'cost' }, now)).toEqual({ order: 'cost', from: '2026-08-25T00:00:00.000Z' });
  expect(toQuery({ order: 'cost', from: '2026-11-20' }, now).from).toBe('2026-11-20T00:00:00.000Z');
  const past = toQuery({ order: 'cost', from: '2020-01-01', to: '2026-05-01' }, now);
  expect(past).toMatchObject({ from: '2026-01-30T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' });
});

it('[console.run-filters] views keep their filters, and what a browser has kept otherwise counts as none', () => {
  const view = { name: 'Failures', search: { state: 'failed' as const } };
  expect(readViews(JSON.stringify(withView([], view)))).toEqual([view]);
  expect(withView([view], { ...view, search: {} })).toEqual([{ name: 'Failures', search: {} }]);
  for (const odd of [null, '{', '{}', '[1]']) expect(readViews(odd)).toEqual([]);
});

it('[console.csv] a table is saved with all of its pages, and no text in it is a formula', async () => {
  const columns = [
    { name: 'Message', csv: ({ text }: { text: string; cost: number }) => text },
    { name: 'Credits', csv: ({ cost }: { text: string; cost: number }) => cost },
  ];
  const pages = [
    [{ text: '=HYPERLINK("https://evil.example")', cost: -1 }],
    [{ text: 'Pay Bo, "now"\nplease', cost: 0.5 }],
  ];
  const counts: number[] = [];
  const file = await csvOf(columns, pages, (count) => counts.push(count));
  expect(await file.text()).toBe(
    'Message,Credits\r\n"\'=HYPERLINK(""https://evil.example"")",-1\r\n"Pay Bo, ""now""\nplease",0.5\r\n',
  );
  expect(counts).toEqual([1, 2]);
  const many = await csvOf(columns, [Array.from({ length: 60_000 }, () => ({ text: 'a', cost: 1 }))]);
  expect((await many.text()).split('\r\n')).toHaveLength(50_002);
});
