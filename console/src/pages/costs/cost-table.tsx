import { Section } from '../../ui/card.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { SortHead } from '../../ui/sort-head.tsx';
import { useSortedRows } from '../../ui/use-sorted-rows.ts';
import type { CostRow } from './cost-rows.ts';
import { CostTableRow } from './cost-table-row.tsx';

/** Costs as a table, whose rows lead to the runs behind them. */
export function CostTable({
  title,
  description,
  first,
  counted,
  rows,
}: {
  title: string;
  description: string;
  /** Title of the first column. */
  first: string;
  /** The unit of the count: runs or turns. */
  counted: string;
  rows: CostRow[];
}) {
  const columns = [
    { name: first, csv: ({ name }: CostRow) => name },
    { name: 'Credits', csv: ({ cost }: CostRow) => cost },
    { name: 'Share', csv: ({ share }: CostRow) => share },
    { name: counted, csv: ({ count }: CostRow) => count },
  ];
  const { sorted, headOf } = useSortedRows(rows, columns);
  return (
    <Section
      title={title}
      description={description}
      actions={<CsvButton name={title} columns={columns} pages={() => [sorted]} />}
    >
      <div role="region" aria-label={title} tabIndex={0} className="max-h-[28rem] overflow-auto">
        <table className="w-full text-sm tabular-nums">
          <thead className="sticky top-0 bg-surface text-xs text-muted">
            <tr>
              {columns.map(({ name }, index) => (
                <SortHead
                  key={name}
                  {...headOf(name)}
                  className={`border-b px-4 py-2.5 font-medium first:pl-5 last:pr-5 ${index === 0 ? 'w-full text-left' : 'text-right'}`}
                >
                  {name}
                </SortHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <CostTableRow key={row.name} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
