import { type Figures, sumOf } from './figures.ts';
import { RunsLink } from './runs-link.tsx';

/** The colours of a chart, with links to the runs of the whole period. */
export function Legend({ figures }: { figures: Figures }) {
  const { series, rows } = figures;
  if (series.length < 2) return null;
  const from = rows[0]?.runs?.from;
  const to = rows.at(-1)?.runs?.to;
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-note text-muted">
      {series.map(({ key, name, colour, runs }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2.5 rounded-sm"
            style={{ background: `var(--chart-${colour})` }}
          />
          <RunsLink
            search={
              runs && from !== undefined && to !== undefined && sumOf(figures, key) > 0
                ? { from, to, ...runs }
                : undefined
            }
          >
            {name}
          </RunsLink>
        </li>
      ))}
    </ul>
  );
}
