import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InstitutionRow as DirectoryRow } from '#contract/directory.ts';
import { importedId } from './complete-match.ts';
import { Table } from './data/table.ts';
import { type IdentifyData, tableColumns } from './data/tables.ts';
import { matchRow } from './directory-match.ts';
import { type InstitutionRow, institutionRow, type Sighting } from './institution-row.ts';
import { matchParticipant } from './rails/routing-number.ts';
import { readBic } from './rails/swift.ts';
import type { Match } from './match.ts';
import { listedBank } from './to-bank.ts';

/** The institutions of imported directories, in the form of the built-in table institution. */
export interface ImportedInstitutions {
  table: IdentifyData['institution'];
  /** The ids of all of them. They replace built-in institutions with the same id in lists. */
  ids: ReadonlySet<string>;
}

const columns = tableColumns.institution;
/** The number of rows after which the event loop gets a turn: a few milliseconds of work. */
const slice = 200;

export const noImports: ImportedInstitutions = { table: tableOf([]), ids: new Set() };

/**
 * Builds the list of imported institutions in slices, and yields to the event loop between them. An institution that is
 * also in the built-in tables gets their rails and codes, and can be found by either name. It is listed under its imported
 * name.
 * @param batches rows of directories, at most a few hundred at a time
 */
export async function listImported(
  batches: AsyncIterable<DirectoryRow[]>,
  data: IdentifyData,
): Promise<ImportedInstitutions> {
  const found = new Map<string, Sighting[]>();
  for await (const batch of batches) {
    for (const row of batch) gather(found, row, data);
    await nextTurn();
  }
  const names = await addBuiltIn(found, data);
  const lines: string[] = [];
  for await (const [id, sightings] of inTurns(found)) {
    const own = sightings.map(({ institution }) => institution.name);
    const row = institutionRow(id, sightings, [...new Set([...own, ...(names.get(id) ?? [])])]);
    lines.push(lineOf(row));
  }
  return { table: tableOf(await sortLines(lines)), ids: new Set(found.keys()) };
}

function gather(found: Map<string, Sighting[]>, row: DirectoryRow, data: IdentifyData): void {
  const sighting = sightingOf(row, data);
  const { id, codes } = sighting.institution;
  const sightings = found.get(id) ?? [];
  found.set(id, sightings);
  // The name of the head office comes before those of branches.
  if (row.key === codes[0]?.value || row.key.endsWith('XXX')) sightings.unshift(sighting);
  else sightings.push(sighting);
}

/** The institution as lookups return it, with the code of the row. */
function sightingOf(row: DirectoryRow, data: IdentifyData): Sighting {
  const match = matchOf(row, data);
  const { country } = match;
  // Only lookups need the rails and the group of an institution, so nothing else is searched for here.
  const institution = { ...match.institution, id: importedId(match, data) };
  if (row.directory === 'fedach') {
    const codes = [...institution.codes, { scheme: 'aba', value: row.key }];
    return { rail: 'routing_number', country, institution: { ...institution, codes } };
  }
  return { rail: row.directory === 'eiscd' ? 'sort_code' : 'swift', country, institution };
}

function matchOf(row: DirectoryRow, data: IdentifyData): Match {
  if (row.directory === 'fedach') return matchParticipant(row, data);
  if (row.directory === 'eiscd') return matchRow(row, 'sort_code', row.key, []);
  const { institution = row.key } = readBic(row.key) ?? {};
  return matchRow({ ...row, bic: row.key }, 'bic', institution, []);
}

/** Adds what the built-in tables know about the institutions. Returns the words to find each by, by id. */
async function addBuiltIn(
  found: ReadonlyMap<string, Sighting[]>,
  { institution: table }: IdentifyData,
): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  for await (const row of inTurns(table.rows())) {
    const { id, name, country, rails, codes, type } = listedBank(row);
    const sightings = found.get(id);
    if (sightings === undefined) continue;
    for (const rail of rails) sightings.push({ rail, country, institution: { id, name, codes, type } });
    names.set(id, [name, row.words]);
  }
  return names;
}

/** Sorts groups of lines with the same first characters, because sorting all lines at once would block the event loop. */
async function sortLines(lines: readonly string[]): Promise<string[]> {
  const groups = [...Map.groupBy(lines, (line) => line.slice(0, 4))];
  const sorted: string[][] = [];
  for (const [, group] of groups.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    sorted.push(group.toSorted());
    await nextTurn();
  }
  return sorted.flat();
}

async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % slice === 0) await nextTurn();
  }
}

function lineOf(row: InstitutionRow): string {
  return columns.map((column) => row[column].replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()).join('\t');
}

function tableOf(lines: readonly string[]): IdentifyData['institution'] {
  return new Table(columns, Buffer.from([columns.join('\t'), ...lines, ''].join('\n')), {});
}
