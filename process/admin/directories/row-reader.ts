import { faultInWords } from '#contract/faults-in-words.ts';
import { z } from 'zod';
import type { CdvRow, InstitutionRow } from '#contract/directory.ts';

/** A row that can be stored. The import adds the directory's date. */
export type NewRow = Omit<InstitutionRow, 'as_of'> | Omit<CdvRow, 'as_of'>;

/** A line of a directory's file, and its content. */
export type ReadRow = { line: number } & (
  | { row: NewRow }
  /** Why it cannot be used: names the column, and nothing of its content. */
  | { refused: string }
  /** It is valid, but its institution cannot be paid: it is closed or deleted. */
  | { leftOut: true }
);

/** Reads a directory's file row by row. Memory does not grow with the file. */
export type RowReader = (file: string) => AsyncIterable<ReadRow>;

/** A name in a directory. */
export const Name = z
  .string()
  .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .min(1, 'is empty')
      .max(140, 'is longer than 140 characters')
      .refine((text) => !text.includes('\uFFFD'), 'is not UTF-8'),
  );

/** Validates the cells of a line, and returns their parsed content. */
export function readCells<Schema extends z.ZodType>(
  schema: Schema,
  { line, cells }: { line: number; cells: unknown },
  make: (read: z.output<Schema>) => NewRow | 'left out',
): ReadRow {
  const read = schema.safeParse(cells, { error: faultInWords });
  if (!read.success) {
    const [issue] = read.error.issues;
    return { line, refused: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not understood'}` };
  }
  const made = make(read.data);
  return made === 'left out' ? { line, leftOut: true } : { line, row: made };
}
