import { CartesianGrid, ResponsiveContainer, Tooltip } from 'recharts';
import { barChart } from './bar-chart.tsx';
import { heightOf, initialDimension, tooltip } from './chart-look.ts';
import type { ChartProps } from './drawn.ts';
import { lineChart } from './line-chart.tsx';

/** A chart. Assistive technology reads the label and the table beside it. */
export function Chart({ label, ...props }: ChartProps & { label: string }) {
  const { figures, kind } = props;
  const { rows, format } = figures;
  const drawn = {
    ...props,
    data: rows.map(({ name, values }) => ({ name, ...values })),
    grid: <CartesianGrid stroke="var(--line)" vertical={kind === 'rows'} horizontal={kind !== 'rows'} />,
    tips: (
      <Tooltip
        {...tooltip}
        cursor={kind === 'lines' ? { stroke: 'var(--line-strong)' } : { fill: 'var(--hover)' }}
        formatter={(value) => (typeof value === 'number' ? format(value) : value)}
      />
    ),
  };
  return (
    <div role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={heightOf(figures, kind)} initialDimension={initialDimension}>
        {kind === 'lines' ? lineChart(drawn) : barChart(drawn)}
      </ResponsiveContainer>
    </div>
  );
}
