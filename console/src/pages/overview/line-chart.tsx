import { Line, LineChart, XAxis, YAxis } from 'recharts';
import { amountsOf, axis, intervalOf, names, shared } from './chart-look.ts';
import type { Drawn } from './drawn.ts';

/** Quantities over time. */
export function lineChart({ figures, data, grid, tips, onOpen }: Drawn) {
  const { rows, series } = figures;
  const amounts = amountsOf(figures);
  return (
    <LineChart
      {...shared}
      data={data}
      onClick={({ activeTooltipIndex: index }) => {
        const runs = index === undefined || index === null ? undefined : rows[Number(index)]?.runs;
        if (runs !== undefined) onOpen(runs);
      }}
    >
      {grid}
      <XAxis {...names} {...axis} interval={intervalOf(figures)} padding={{ left: 16, right: 16 }} />
      <YAxis {...amounts.props} width={amounts.width} />
      {tips}
      {series.map(({ key, name, colour }, index) => (
        <Line
          key={key}
          dataKey={key}
          name={name}
          stroke={`var(--chart-${colour})`}
          strokeWidth={2}
          // Distinguishable without colour.
          {...(index > 0 && { strokeDasharray: '5 3' })}
          dot={{ r: 2.5, strokeWidth: 0, fill: `var(--chart-${colour})` }}
          connectNulls
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  );
}
