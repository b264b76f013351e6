import { open } from 'node:fs/promises';
import { type ManifestEntry, readManifest } from './data/manifest.ts';
import { Table } from './data/table.ts';
import { type IdentifyData, tableColumns, type TableName } from './data/tables.ts';

/** Tables that only scripts read, to make others. */
const forScripts: readonly TableName[] = ['kept_bank', 'network', 'disagreement', 'rail_member'];
export const allTables = Object.keys(tableColumns) as TableName[];

/**
 * Reads the built-in tables. They are searched in the form of their files, so loading only reads them and never blocks
 * the thread.
 * @param names default: those that lookups need
 */
export async function loadIdentifyData(
  names: readonly TableName[] = allTables.filter((name) => !forScripts.includes(name)),
): Promise<IdentifyData> {
  const manifest = readManifest();
  const tables = await Promise.all(names.map(async (name) => [name, await loadTable(name, manifest[name])]));
  return Object.fromEntries(tables) as IdentifyData;
}

async function loadTable(name: TableName, { sources }: ManifestEntry): Promise<Table<string>> {
  const bytes = await readWhole(new URL(`./data/${name}.tsv`, import.meta.url));
  const known = Object.entries(sources).map(([key, { name, as_of, unconfirmed }]) => [
    key,
    { name, as_of, ...(unconfirmed === undefined ? {} : { unconfirmed }) },
  ]);
  return new Table(tableColumns[name], bytes, Object.fromEntries(known));
}

/** Reads a file at once. `readFile` reads half a megabyte at a time, and comes back to the thread after each. */
async function readWhole(url: URL): Promise<Buffer> {
  await using file = await open(url);
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafeSlow(size);
  let end = 0;
  while (end < size) {
    const { bytesRead } = await file.read(bytes, end, size - end);
    if (bytesRead === 0) throw new Error(`${url.pathname} ended early`);
    end += bytesRead;
  }
  return bytes;
}
