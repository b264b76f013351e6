import { z } from 'zod';
import type { CdvRow, InstitutionRow } from '#contract/directory.ts';

/** A row that can be stored: the import adds the directory's day. */
export type NewRow = Omit<InstitutionRow, 'as_of'> | Omit<CdvRow, 'as_of'>;

/** A line of a directory's file, and what it holds. */
export type ReadRow = { line: number } & (
  | { row: NewRow }
  /** Why it cannot be used; says which column, and nothing of what is in it. */
  | { refused: string }
  /** It is well formed, and of somebody who cannot be paid: closed, or a deletion. */
  | { leftOut: true }
);

/** Reads a directory's file row by row; what is in memory does not grow with the file. */
export type RowReader = (file: string) => AsyncIterable<ReadRow>;

/** A name as directories have it. */
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

/** Checks the cells of a line, and makes what they say of it. */
export function readCells<Schema extends z.ZodType>(
  schema: Schema,
  { line, cells }: { line: number; cells: unknown },
  make: (read: z.output<Schema>) => NewRow | 'left out',
): ReadRow {
  const read = schema.safeParse(cells);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { line, refused: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not understood'}` };
  }
  const made = make(read.data);
  return made === 'left out' ? { line, leftOut: true } : { line, row: made };
}
