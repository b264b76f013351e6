import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type LucideIcon, Table2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import type { CsvColumn } from '../../ui/csv-of.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReadNotice, readStateOf } from '../../ui/stale-notice.tsx';
import type { ChartKind } from './chart.tsx';
import { type Figures, type FiguresRow, sumOf } from './figures.ts';
import { FiguresTable } from './figures-table.tsx';
import { RunsLink } from './runs-link.tsx';

// The library that draws is as large as half of the app: figures are there before it.
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/** A chart with its legend, which can be shown as a table. */
export function ChartCard<Data>({
  title,
  description,
  query,
  figuresOf,
  kind,
  empty,
  className,
  children,
}: {
  title: string;
  description: string;
  query: UseQueryResult<Data>;
  figuresOf: (data: Data) => Figures;
  kind: ChartKind;
  /** What stands there if all values are zero. */
  empty: { icon: LucideIcon; title: string; text: string };
  className?: string;
  /** Below the chart. */
  children?: ReactNode;
}) {
  const navigate = useNavigate();
  const [asTable, setAsTable] = useState(false);
  const figures = query.data === undefined ? undefined : figuresOf(query.data);
  const anything = figures !== undefined && sumOf(figures) > 0;
  return (
    <Section
      title={title}
      description={description}
      className={className ?? ''}
      actions={
        anything && (
          <div className="flex gap-1">
            <CsvButton name={title} columns={csvColumns(figures)} pages={() => [figures.rows]} />
            <Button
              size="small"
              look="quiet"
              aria-pressed={asTable}
              aria-label={`${title} as a table`}
              onClick={() => setAsTable(!asTable)}
            >
              <Table2 aria-hidden /> <span className="max-sm:sr-only">Table</span>
            </Button>
          </div>
        )
      }
    >
      <ReadNotice list={readStateOf(query)} className="m-5" />
      {query.isPending && (
        <div className="p-5">
          <ChartToCome />
        </div>
      )}
      {figures !== undefined && !anything && (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
      {figures !== undefined && !anything && children !== undefined && (
        <div className="px-5 pb-5">{children}</div>
      )}
      {anything && (
        <div className="p-5">
          {asTable ? (
            <FiguresTable figures={figures} label={title} />
          ) : (
            <Suspense fallback={<ChartToCome />}>
              <Chart
                figures={figures}
                kind={kind}
                label={`${title}. The same as a table: the button Table.`}
                onOpen={(search) => void navigate({ to: '/runs', search })}
              />
              <Legend figures={figures} />
            </Suspense>
          )}
          {children}
        </div>
      )}
    </Section>
  );
}

function ChartToCome() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-[220px]" />
    </div>
  );
}

/** The figures as a file has them: without units, and times in full. */
function csvColumns({ rowTitle, series }: Figures): CsvColumn<FiguresRow>[] {
  return [
    { name: rowTitle, csv: ({ start, name }) => start ?? name },
    ...series.map(({ key, name }) => ({ name, csv: ({ values }: FiguresRow) => values[key] })),
  ];
}

/** What each colour stands for, with the way to the runs of the whole period. */
function Legend({ figures }: { figures: Figures }) {
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
