import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { InstitutionRow as DirectoryRow } from '#contract/directory.ts';
import { importedId } from './complete-match.ts';
import { Table } from './data/table.ts';
import { type IdentifyData, tableColumns } from './data/tables.ts';
import { matchRow } from './directory-match.ts';
import { type InstitutionRow, institutionRow, type Sighting } from './institution-row.ts';
import { matchParticipant } from './rails/routing-number.ts';
import { readBic } from './rails/swift.ts';
import { sortInTurns } from '#engine/event-loop/sort-in-turns.ts';
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

const head = Buffer.from(`${columns.join('\t')}\n`);
export const noImports: ImportedInstitutions = { table: new Table(columns, head, {}), ids: new Set() };

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
    await yieldToOthers();
  }
  const names = await addBuiltIn(found, data);
  const lines: string[] = [];
  for await (const [id, sightings] of inTurns(found)) {
    const own = sightings.map(({ institution }) => institution.name);
    const row = institutionRow(id, sightings, [...new Set([...own, ...(names.get(id) ?? [])])]);
    lines.push(lineOf(row));
  }
  return { table: await tableOf(await sortInTurns(lines)), ids: new Set(found.keys()) };
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

async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % slice === 0) await yieldToOthers();
  }
}

function lineOf(row: InstitutionRow): string {
  return columns.map((column) => row[column].replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()).join('\t');
}

/** In turns, because a directory of banks of the whole world has megabytes. */
async function tableOf(lines: readonly string[]): Promise<IdentifyData['institution']> {
  const pieces = [head];
  for (let from = 0; from < lines.length; from += slice) {
    pieces.push(Buffer.from([...lines.slice(from, from + slice), ''].join('\n')));
    await yieldToOthers();
  }
  return new Table(columns, Buffer.concat(pieces), {});
}
