import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type ManifestSource, readManifest, writeManifest } from '../data/manifest.ts';
import { tableColumns, type TableName } from '../data/tables.ts';

/**
 * Writes a table's file and its entry in the manifest. Rows can be in any order. White space in cells is normalized.
 * @throws {Error} if a key is missing, not ASCII, or repeated
 */
export function writeTable<Name extends TableName>(
  name: Name,
  sources: Record<string, ManifestSource>,
  rows: Iterable<Record<(typeof tableColumns)[Name][number], string>>,
): void {
  const columns = tableColumns[name] as readonly (typeof tableColumns)[Name][number][];
  const lines = new Map<string, string>();
  for (const row of rows) {
    const cells = columns.map((column) => row[column].replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
    const [key = ''] = cells;
    if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(`${name}: ${JSON.stringify(row)} has no ASCII key`);
    if (lines.has(key)) throw new Error(`${name}: ${key} is there twice`);
    lines.set(key, cells.join('\t'));
  }
  const sorted = [...lines].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  const text = [columns.join('\t'), ...sorted, ''].join('\n');
  writeFileSync(new URL(`../data/${name}.tsv`, import.meta.url), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeManifest({ ...readManifest(), [name]: { sources, rows: lines.size, sha256 } });
  console.log(`${name}: ${lines.size} rows, ${text.length} characters`);
}
