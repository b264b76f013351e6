import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { RunSearch } from '../runs/run-search.ts';
import type { Figures } from './figures.ts';
import { logTicks } from './log-ticks.ts';

/** How figures are drawn: parts of a whole over time, quantities over time, or parts of a whole by name. */
export type ChartKind = 'bars' | 'lines' | 'rows';

const heightPx = 220;
const rowPx = 34;
/** How many points of a line have a name, at the width of a phone too. */
const mostPoints = 6;
/** Of a character at an axis, at most. */
const characterPx = 7;
/** Before it is measured, it has to have some size. */
const initialDimension = { width: 320, height: heightPx };
/** Every label, or every second one and so on: as many as there is room for. */
const names = { dataKey: 'name', interval: 'equidistantPreserveStart', minTickGap: 12 } as const;
const axis = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--muted)', fontSize: 'var(--text-xs)' },
  tickLine: false,
} as const;
const tooltip = {
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

/** A picture of figures. Whoever does not see it reads the label and the table beside it. */
export function Chart({
  figures,
  kind,
  label,
  onOpen,
}: {
  figures: Figures;
  kind: ChartKind;
  label: string;
  /** Opens the runs behind a bar or a point. The table has links for whoever uses no mouse. */
  onOpen: (runs: RunSearch) => void;
}) {
  const { rows, series, format, formatTick = format, logarithmic = false, whole = false } = figures;
  const data = rows.map(({ name, values }) => ({ name, ...values }));
  const height = kind === 'rows' ? Math.max(heightPx, rows.length * rowPx + 40) : heightPx;
  const shared = { data, accessibilityLayer: false, margin: { top: 8, right: 8, bottom: 0, left: 0 } };
  const ticks = logarithmic ? logTicks(rows.flatMap(({ values }) => Object.values(values))) : undefined;
  const amounts = {
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
  // The library's own measure comes before the font is there, and cuts labels off.
  const widthOf = (labels: string[]): number =>
    Math.max(0, ...labels.map(({ length }) => length)) * characterPx + 8;
  const amountsWidth = widthOf((ticks ?? tallest(figures)).map(formatTick));
  const grid = <CartesianGrid stroke="var(--line)" vertical={kind === 'rows'} horizontal={kind !== 'rows'} />;
  const tips = (
    <Tooltip
      {...tooltip}
      cursor={kind === 'lines' ? { stroke: 'var(--line-strong)' } : { fill: 'var(--hover)' }}
      formatter={(value) => (typeof value === 'number' ? format(value) : value)}
    />
  );
  return (
    <div role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={height} initialDimension={initialDimension}>
        {kind === 'lines' ? (
          <LineChart
            {...shared}
            onClick={({ activeTooltipIndex: index }) => {
              const runs = index === undefined || index === null ? undefined : rows[Number(index)]?.runs;
              if (runs !== undefined) onOpen(runs);
            }}
          >
            {grid}
            <XAxis
              {...names}
              {...axis}
              interval={Math.ceil(rows.length / mostPoints) - 1}
              padding={{ left: 16, right: 16 }}
            />
            <YAxis {...amounts} width={amountsWidth} />
            {tips}
            {series.map(({ key, name, colour }, index) => (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={`var(--chart-${colour})`}
                strokeWidth={2}
                // Told apart without colour too.
                {...(index > 0 && { strokeDasharray: '5 3' })}
                dot={{ r: 2.5, strokeWidth: 0, fill: `var(--chart-${colour})` }}
                connectNulls
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        ) : (
          <BarChart {...shared} layout={kind === 'rows' ? 'vertical' : 'horizontal'} maxBarSize={28}>
            {grid}
            {kind === 'rows' ? (
              <>
                <XAxis type="number" {...amounts} />
                <YAxis
                  type="category"
                  dataKey="name"
                  {...axis}
                  interval={0}
                  width={Math.min(widthOf(rows.map(({ name }) => name)), 130)}
                />
              </>
            ) : (
              <>
                <XAxis {...names} {...axis} />
                <YAxis {...amounts} width={amountsWidth} />
              </>
            )}
            {tips}
            {series.map(({ key, name, colour, runs }) => (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                stackId="all"
                fill={`var(--chart-${colour})`}
                stroke="var(--surface)"
                isAnimationActive={false}
                {...(runs && {
                  className: 'cursor-pointer',
                  onClick: (_: unknown, index: number) => onOpen({ ...rows[index]?.runs, ...runs }),
                })}
              />
            ))}
          </BarChart>
        )}
      </ResponsiveContainer>
    </div>
  );
}

/** The tallest bar, and the next round number that the axis may have. */
function tallest({ rows }: Figures): number[] {
  const sums = rows.map(({ values }) => Object.values(values).reduce((sum, value) => sum + value, 0));
  const top = Math.max(1, ...sums);
  // Between them stand parts of it, which may have more digits.
  const part = Number((Math.max(...sums) * 0.75).toPrecision(3));
  return [Math.ceil(top), 10 ** Math.ceil(Math.log10(top)) - 1, part];
}
