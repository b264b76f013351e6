import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReadRow, RowReader } from '#process/admin/directories/row-reader.ts';

/** A file that is there until the test ends. */
export async function fileOf(content: string | Uint8Array, name = 'directory.txt'): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'heddle-directory-'));
  onTestFinished(async () => await rm(directory, { recursive: true, force: true }));
  const file = join(directory, name);
  await writeFile(file, content);
  return file;
}

/** All that a reader makes of a file. */
export async function readAll(read: RowReader, content: string | Uint8Array): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const row of read(await fileOf(content))) rows.push(row);
  return rows;
}

/** A line of the FedACH text file. */
export function fedachLine(routingNumber: string, name: string, view = '1'): string {
  const office = `${routingNumber}O0110000151122415000000000`;
  const address = '1000 PEACHTREE ST N.E.'.padEnd(36) + 'ATLANTA'.padEnd(20) + 'GA303094470877372245711';
  return `${office}${name.padEnd(36)}${address.slice(0, -1)}${view}     `;
}

/** A routing number with a right check digit. */
export function routingNumber(index: number): string {
  const digits = `011${String(index).padStart(5, '0')}`;
  const sum = [3, 7, 1, 3, 7, 1, 3, 7].reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
