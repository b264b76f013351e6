import { readFile } from 'node:fs/promises';
import { type ManifestEntry, readManifest } from './data/manifest.ts';
import { Table } from './data/table.ts';
import { type IdentifyData, tableColumns, type TableName } from './data/tables.ts';

/**
 * Reads the built-in tables. They are searched in the form of their files, so loading only reads them and never blocks
 * the thread.
 */
export async function loadIdentifyData(): Promise<IdentifyData> {
  const manifest = readManifest();
  const names = Object.keys(tableColumns) as TableName[];
  const tables = await Promise.all(names.map(async (name) => [name, await loadTable(name, manifest[name])]));
  return Object.fromEntries(tables) as IdentifyData;
}

async function loadTable(name: TableName, { sources }: ManifestEntry): Promise<Table<string>> {
  const bytes = await readFile(new URL(`./data/${name}.tsv`, import.meta.url));
  const shown = Object.entries(sources).map(([key, { name, as_of }]) => [key, { name, as_of }]);
  return new Table(tableColumns[name], bytes, Object.fromEntries(shown));
}
