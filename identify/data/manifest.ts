import { readFileSync, writeFileSync } from 'node:fs';
import type { TableName } from './tables.ts';

/** The source of rows of a table. */
export interface ManifestSource {
  name: string;
  /** The licence of the data, as its source states it. */
  licence: string;
  /** The date of the data, `YYYY-MM-DD`: that of the publication that was read. */
  as_of: string;
  url: string;
  /** No second source confirms its rows, so answers from them are not sure. */
  unconfirmed?: true;
}

/** An entry for a table: its sources by key, and the properties of its file. */
export interface ManifestEntry {
  sources: Record<string, ManifestSource>;
  rows: number;
  sha256: string;
}

export type Manifest = Record<TableName, ManifestEntry>;

const file = new URL('./manifest.json', import.meta.url);

/** manifest.json: every table and its sources. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

export function writeManifest(manifest: Manifest): void {
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
