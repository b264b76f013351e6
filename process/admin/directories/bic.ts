import { z } from 'zod';
import { readBic } from '#identify/rails/swift.ts';
import { Name, type NewRow, readCells, type ReadRow } from './row-reader.ts';
import { readTable } from './table.ts';

/** The columns that are used, by their names in SWIFTRef's current files and in those from before 2018. */
const columns = {
  bic: { names: ['BIC', 'BIC11', 'BIC8', 'BIC CODE', 'SWIFT CODE'] },
  branch_code: { names: ['BRANCH BIC', 'BRANCH CODE'], optional: true },
  name: { names: ['INSTITUTION NAME'] },
  branch: { names: ['BRANCH INFORMATION'], optional: true },
  city: { names: ['CITY', 'CITY HEADING'], optional: true },
  modification: { names: ['MODIFICATION FLAG'], optional: true },
} as const;

const Entry = z
  .object({
    bic: z.string(),
    branch_code: z.string(),
    name: Name,
    branch: z.string(),
    city: z.string(),
    modification: z.enum(['', 'A', 'M', 'U', 'D'], 'must be A, M, U or D'),
  })
  .refine(({ bic, branch_code }) => readBic(wholeBic(bic, branch_code)) !== undefined, {
    path: ['bic'],
    error: 'must be a BIC',
  });

/** A directory of BICs with SWIFTRef's columns, separated by tabs or commas. The country is that of the BIC. */
export async function* readBicDirectory(file: string): AsyncGenerator<ReadRow> {
  for await (const line of readTable(file, columns)) yield readCells(Entry, line, toRow);
}

function wholeBic(bic: string, branchCode: string): string {
  return bic.length === 8 ? bic + branchCode : bic;
}

function toRow(entry: z.output<typeof Entry>): NewRow | 'left out' {
  if (entry.modification === 'D') return 'left out';
  const bic = readBic(wholeBic(entry.bic, entry.branch_code));
  if (bic === undefined) throw new Error('the BIC was checked before');
  const branch = {
    ...(bic.branch === '' ? {} : { code: bic.branch }),
    ...(entry.branch === '' ? {} : { name: entry.branch }),
    ...(entry.city === '' ? {} : { city: entry.city }),
  };
  return {
    directory: 'bic',
    key: bic.value,
    name: entry.name,
    country: bic.country,
    ...(Object.keys(branch).length === 0 ? {} : { branch }),
  };
}
