import { readFileSync, writeFileSync } from 'node:fs';
import type { TableName } from './tables.ts';

/** Where rows of a table are from. */
export interface ManifestSource {
  name: string;
  /** Of the data, as its source states it. */
  licence: string;
  /** The day of the data, `YYYY-MM-DD`: that of the publication which was read. */
  as_of: string;
  url: string;
}

/** What is known of a table: its sources by key, and what its file must be. */
export interface ManifestEntry {
  sources: Record<string, ManifestSource>;
  rows: number;
  sha256: string;
}

export type Manifest = Record<TableName, ManifestEntry>;

const file = new URL('./manifest.json', import.meta.url);

/** manifest.json: every table that there is, and where it is from. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

export function writeManifest(manifest: Manifest): void {
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
