import { Bar, BarChart, XAxis, YAxis } from 'recharts';
import { amountsOf, axis, names, shared, widthOf } from './chart-look.ts';
import type { Drawn } from './drawn.ts';

/** The most room that the names of rows get. */
const mostNamePx = 130;

/** Parts of a whole, over time or by name. */
export function barChart({ figures, kind, data, grid, tips, onOpen }: Drawn) {
  const { rows, series } = figures;
  const amounts = amountsOf(figures);
  return (
    <BarChart {...shared} data={data} layout={kind === 'rows' ? 'vertical' : 'horizontal'} maxBarSize={28}>
      {grid}
      {kind === 'rows' ? (
        <>
          <XAxis type="number" {...amounts.props} />
          <YAxis
            type="category"
            dataKey="name"
            {...axis}
            interval={0}
            width={Math.min(widthOf(rows.map(({ name }) => name)), mostNamePx)}
          />
        </>
      ) : (
        <>
          <XAxis {...names} {...axis} />
          <YAxis {...amounts.props} width={amounts.width} />
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
  );
}
