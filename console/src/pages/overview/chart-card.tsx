import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice, readStateOf } from '../../ui/stale-notice.tsx';
import type { ChartKind } from './chart-look.ts';
import { csvColumns } from './csv-columns.ts';
import { type Figures, sumOf } from './figures.ts';
import { ChartToCome, ShownFigures } from './shown-figures.tsx';

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
  /** Shown if all values are zero. */
  empty: { icon: LucideIcon; title: string; text: string };
  className?: string;
  /** Below the chart. */
  children?: ReactNode;
}) {
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
      {figures !== undefined && (
        <div className={anything ? 'p-5' : ''}>
          {anything ? (
            <ShownFigures title={title} kind={kind} figures={figures} asTable={asTable} />
          ) : (
            <EmptyState icon={empty.icon} title={empty.title}>
              {empty.text}
            </EmptyState>
          )}
          {children !== undefined && <div className={anything ? '' : 'px-5 pb-5'}>{children}</div>}
        </div>
      )}
    </Section>
  );
}
