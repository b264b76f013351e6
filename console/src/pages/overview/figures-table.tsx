import { utcTime } from '../../time/format.ts';
import type { Figures } from './figures.ts';
import { RunsLink } from './runs-link.tsx';

/** The figures of a chart as a table, of which numbers of runs lead to the runs. */
export function FiguresTable({ figures, label }: { figures: Figures; label: string }) {
  const { rowTitle, series, rows, format } = figures;
  return (
    <div role="region" aria-label={label} tabIndex={0} className="max-h-[260px] overflow-auto">
      <table className="w-full text-note tabular-nums">
        <thead className="sticky top-0 bg-surface">
          <tr className="text-xs text-muted">
            <th scope="col" className="border-b py-1.5 pr-3 text-left font-medium whitespace-nowrap">
              {rowTitle}
            </th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col" className="border-b px-3 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, start, values, runs }) => (
            <tr key={start ?? name}>
              <th scope="row" className="border-b py-1.5 pr-3 text-left font-normal whitespace-nowrap">
                <RunsLink search={runs} label={`The runs of ${name}`}>
                  {start === undefined ? (
                    name
                  ) : (
                    <time dateTime={start} title={utcTime(start)}>
                      {name}
                    </time>
                  )}
                </RunsLink>
              </th>
              {series.map(({ key, name: what, runs: ofSeries }) => (
                <td key={key} className="border-b px-3 py-1.5 text-right whitespace-nowrap">
                  <RunsLink
                    search={values[key] && runs && ofSeries && { ...runs, ...ofSeries }}
                    label={`${values[key] === undefined ? '' : format(values[key])}: the runs of ${name}, ${what}`}
                  >
                    {values[key] === undefined ? '–' : format(values[key])}
                  </RunsLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
