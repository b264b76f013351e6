import type { Figures } from './figures.ts';
import { logTicks } from './log-ticks.ts';

/** How figures are drawn: parts of a whole over time, quantities over time, or parts of a whole by name. */
export type ChartKind = 'bars' | 'lines' | 'rows';

const heightPx = 220;
const rowPx = 34;
/** How many points of a line have a name, at the width of a phone too. */
const mostPoints = 6;
/** Maximum width of a character at an axis. */
const characterPx = 7;
/** Before it is measured, it has to have some size. */
export const initialDimension = { width: 320, height: heightPx };
/** Every label, or every second one and so on: as many as there is room for. */
export const names = { dataKey: 'name', interval: 'equidistantPreserveStart', minTickGap: 12 } as const;
/** Settings of all charts. */
export const shared = {
  accessibilityLayer: false,
  margin: { top: 8, right: 8, bottom: 0, left: 0 },
} as const;
export const axis = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--muted)', fontSize: 'var(--text-xs)' },
  tickLine: false,
} as const;
export const tooltip = {
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: 8,
    fontSize: 'var(--text-xs)',
  },
  labelStyle: { color: 'var(--ink)', fontWeight: 500 },
  itemStyle: { color: 'var(--ink)', padding: 0 },
  isAnimationActive: false,
} as const;

/** How high a chart is, in pixels. */
export function heightOf({ rows }: Figures, kind: ChartKind): number {
  return kind === 'rows' ? Math.max(heightPx, rows.length * rowPx + 40) : heightPx;
}

/** Number of points between two labels of an axis. */
export function intervalOf({ rows }: Figures): number {
  return Math.ceil(rows.length / mostPoints) - 1;
}

/** The room that labels take at an axis, in pixels: the library's own measure comes before the font is there, and cuts them off. */
export function widthOf(labels: string[]): number {
  return Math.max(0, ...labels.map(({ length }) => length)) * characterPx + 8;
}

/** The axis of the values, and the room that its labels take. */
export function amountsOf(figures: Figures) {
  const { rows, format, formatTick = format, logarithmic = false, whole = false } = figures;
  const ticks = logarithmic ? logTicks(rows.flatMap(({ values }) => Object.values(values))) : undefined;
  const props = {
    ...axis,
    axisLine: false,
    tickFormatter: formatTick,
    allowDecimals: !whole,
    ...(ticks && {
      ticks,
      scale: 'log' as const,
      domain: [ticks[0] ?? 1, ticks.at(-1) ?? 10] as [number, number],
    }),
  };
  return { props, width: widthOf((ticks ?? tallest(figures)).map(formatTick)) };
}

/** The tallest bar, and the next round number that the axis may have. */
function tallest({ rows }: Figures): number[] {
  const sums = rows.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0));
  const top = Math.max(1, ...sums);
  // Between them stand parts of it, which may have more digits.
  const part = Number((Math.max(...sums) * 0.75).toPrecision(3));
  return [Math.ceil(top), 10 ** Math.ceil(Math.log10(top)) - 1, part];
}
