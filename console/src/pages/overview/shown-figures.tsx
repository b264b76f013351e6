import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ChartKind } from './chart-look.ts';
import type { Figures } from './figures.ts';
import { FiguresTable } from './figures-table.tsx';
import { Legend } from './legend.tsx';

// The library that draws is as large as half of the app: figures are there before it.
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/** Figures as a chart with its legend, or as a table. */
export function ShownFigures({
  title,
  kind,
  figures,
  asTable,
}: {
  title: string;
  kind: ChartKind;
  figures: Figures;
  asTable: boolean;
}) {
  const navigate = useNavigate();
  if (asTable) return <FiguresTable figures={figures} label={title} />;
  return (
    <Suspense fallback={<ChartToCome />}>
      <Chart
        figures={figures}
        kind={kind}
        label={`${title}. The same as a table: the button Table.`}
        onOpen={(search) => void navigate({ to: '/runs', search })}
      />
      <Legend figures={figures} />
    </Suspense>
  );
}

/** Takes the room of a chart. */
export function ChartToCome() {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-[220px]" />
    </div>
  );
}
