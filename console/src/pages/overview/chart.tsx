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
import type { Figures } from './figures.ts';

/** How figures are drawn: parts of a whole over time, quantities over time, or parts of a whole by name. */
export type ChartKind = 'bars' | 'lines' | 'rows';

const heightPx = 220;
const rowPx = 34;
/** Before it is measured, it has to have some size. */
const initialDimension = { width: 320, height: heightPx };
const axis = {
  stroke: 'var(--line-strong)',
  tick: { fill: 'var(--muted)', fontSize: 12 },
  tickLine: false,
} as const;
const tooltip = {
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: 8,
    fontSize: 12,
  },
  labelStyle: { color: 'var(--ink)', fontWeight: 500 },
  itemStyle: { color: 'var(--ink)', padding: 0 },
  isAnimationActive: false,
} as const;

/** A picture of figures. Whoever does not see it reads the label and the table beside it. */
export function Chart({ figures, kind, label }: { figures: Figures; kind: ChartKind; label: string }) {
  const { rows, series, format } = figures;
  const data = rows.map(({ name, values }) => ({ name, ...values }));
  const height = kind === 'rows' ? Math.max(heightPx, rows.length * rowPx + 40) : heightPx;
  const shared = { data, accessibilityLayer: false, margin: { top: 8, right: 8, bottom: 0, left: 0 } };
  const amounts = { ...axis, axisLine: false, tickFormatter: format, allowDecimals: format(1) !== '1' };
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
          <LineChart {...shared}>
            {grid}
            <XAxis dataKey="name" {...axis} minTickGap={24} />
            <YAxis {...amounts} width="auto" />
            {tips}
            {series.map(({ key, name, colour }, index) => (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={`var(--${colour})`}
                strokeWidth={2}
                // Told apart without colour too.
                {...(index > 0 && { strokeDasharray: '5 3' })}
                dot={{ r: 2.5, strokeWidth: 0, fill: `var(--${colour})` }}
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
                <YAxis type="category" dataKey="name" {...axis} width="auto" />
              </>
            ) : (
              <>
                <XAxis dataKey="name" {...axis} minTickGap={24} />
                <YAxis {...amounts} width="auto" />
              </>
            )}
            {tips}
            {series.map(({ key, name, colour }) => (
              <Bar
                key={key}
                dataKey={key}
                name={name}
                stackId="all"
                fill={`var(--${colour})`}
                stroke="var(--surface)"
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        )}
      </ResponsiveContainer>
    </div>
  );
}
