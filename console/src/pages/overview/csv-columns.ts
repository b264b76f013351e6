import type { CsvColumn } from '../../ui/csv-of.ts';
import type { Figures, FiguresRow } from './figures.ts';

/** The figures as a file has them: without units, and times in full. */
export function csvColumns({ rowTitle, series }: Figures): CsvColumn<FiguresRow>[] {
  return [
    { name: rowTitle, csv: ({ start, name }) => start ?? name },
    ...series.map(({ key, name }) => ({ name, csv: ({ values }: FiguresRow) => values[key] })),
  ];
}
