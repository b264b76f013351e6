import { utcTime } from '../../time/format.ts';
import type { Figures } from './figures.ts';

/** The figures of a chart as a table. */
export function FiguresTable({ figures, label }: { figures: Figures; label: string }) {
  const { rowTitle, series, rows, format } = figures;
  return (
    <div role="region" aria-label={label} tabIndex={0} className="max-h-[220px] overflow-auto">
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
          {rows.map(({ name, start, values }) => (
            <tr key={start ?? name}>
              <th scope="row" className="border-b py-1.5 pr-3 text-left font-normal whitespace-nowrap">
                {start === undefined ? (
                  name
                ) : (
                  <time dateTime={start} title={utcTime(start)}>
                    {name}
                  </time>
                )}
              </th>
              {series.map(({ key }) => (
                <td key={key} className="border-b px-3 py-1.5 text-right whitespace-nowrap">
                  {values[key] === undefined ? '–' : format(values[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
