import { z } from 'zod';
import type { CdvRule } from '#contract/directory.ts';
import { readCells, type ReadRow } from './row-reader.ts';
import { readTable } from './table.ts';

const columns = {
  branch_code: { names: ['branch_code', 'branch'] },
  account_type: { names: ['account_type', 'acc_type'] },
  weights: { names: ['weights', 'weightings'] },
  fudge_factor: { names: ['fudge_factor', 'fudge'] },
  modulus: { names: ['modulus'] },
  exception: { names: ['exception', 'exception_code'], optional: true },
} as const;

const weightCount = 11;
const number = z
  .string()
  .regex(/^\d{1,3}$/, 'must be a whole number')
  .transform(Number);

const Rule = z.object({
  branch_code: z.string().regex(/^\d{6}$/, 'must be six digits'),
  account_type: z.string().regex(/^\w{1,20}$/, 'must be a number or a word'),
  weights: z
    .string()
    .transform((text): string[] => text.match(/^\d{22}$/.test(text) ? /../g : /\d+/g) ?? [])
    .pipe(z.array(number).length(weightCount, `must be ${weightCount} numbers`)),
  fudge_factor: number,
  modulus: number.refine((modulus) => modulus > 0, 'must be above zero'),
  exception: z.string().max(2, 'must be a letter'),
});

/**
 * The South African table of check digit verification: one line for each account type of a branch, with the lines of a
 * branch together. If a line is refused, the branch is checked by its other lines.
 */
export async function* readCdv(file: string): AsyncGenerator<ReadRow> {
  let branch: { line: number; key: string; rules: CdvRule[] } | undefined;
  for await (const line of readTable(file, columns)) {
    const read = readCells(Rule, line, ({ branch_code, exception, ...rule }) => ({
      directory: 'cdv',
      key: branch_code,
      rules: [{ ...rule, ...(exception === '' ? {} : { exception }) }],
    }));
    if (!('row' in read) || read.row.directory !== 'cdv') {
      yield read;
      continue;
    }
    const { key, rules } = read.row;
    if (branch?.key === key) {
      branch.rules.push(...rules);
      continue;
    }
    if (branch !== undefined) yield rowOf(branch);
    branch = { line: line.line, key, rules };
  }
  if (branch !== undefined) yield rowOf(branch);
}

function rowOf({ line, key, rules }: { line: number; key: string; rules: CdvRule[] }): ReadRow {
  return { line, row: { directory: 'cdv', key, rules } };
}
