import { readFileSync } from 'node:fs';
import { type ManifestSource, readManifest } from '../data/manifest.ts';
import { tableColumns, type TableName } from '../data/tables.ts';
import { writeTable } from './write-table.ts';

/** Facts that are kept by hand, in kept_bank and bank_change. */
export const keptSource: ManifestSource = {
  name: 'Bank codes and changes of banks, kept by hand',
  licence: 'facts only',
  as_of: '2026-11-23',
  url: 'kept_bank.tsv',
};

/** The same, where no second source was found. */
const unconfirmedSource: ManifestSource = {
  ...keptSource,
  name: `${keptSource.name}, from one source`,
  unconfirmed: true,
};

/** Sources of rows of kept_bank that no other source confirms, by their keys. */
export function unconfirmedSources(): Record<string, ManifestSource> {
  const sources = Object.entries(readManifest().kept_bank.sources);
  return {
    ...Object.fromEntries(sources.filter(([, { unconfirmed }]) => unconfirmed === true)),
    unconfirmed: unconfirmedSource,
  };
}

type Rows<Name extends TableName> = Record<(typeof tableColumns)[Name][number], string>[];

/** The rows of a table that is kept by hand. */
export function readKeptTable<Name extends TableName>(name: Name): Rows<Name> {
  const [, ...lines] = readFileSync(new URL(`../data/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(tableColumns[name].map((column, index) => [column, cells[index] ?? '']));
  }) as Rows<Name>;
}

/**
 * After a change by hand: sorts the rows, normalizes white space, and updates the manifest. The table's sources are
 * also kept by hand, in the manifest.
 */
export function keepTable(name: TableName): void {
  writeTable(name, readManifest()[name].sources, readKeptTable(name));
}
