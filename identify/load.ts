import { readFile } from 'node:fs/promises';
import manifest from './data/manifest.json' with { type: 'json' };
import { Table } from './data/table.ts';
import { tableColumns, type IdentifyData, type TableName } from './data/tables.ts';

/**
 * Reads the built-in tables. They are searched as they are in their files, so that reading is all there is to loading:
 * it never holds up the thread.
 */
export async function loadIdentifyData(): Promise<IdentifyData> {
  const names = Object.keys(tableColumns) as TableName[];
  const tables = await Promise.all(names.map(async (name) => [name, await loadTable(name)]));
  return Object.fromEntries(tables) as IdentifyData;
}

async function loadTable(name: TableName): Promise<Table<string>> {
  const bytes = await readFile(new URL(`./data/${name}.tsv`, import.meta.url));
  const { source, as_of } = manifest[name];
  return new Table(name, tableColumns[name], bytes, { name: source, as_of });
}
