import { readDelimited } from './lines.ts';

/** Where a column is found. */
export interface Column {
  /** Its names in files. Case, spaces and punctuation are ignored. */
  names: readonly string[];
  /** Its position in files without a line of names, from 1. */
  position?: number;
  optional?: true;
}

/**
 * Reads the columns of a table. The first line names them; if it has no names, they are at their positions.
 * @throws {Error} if a column is missing
 */
export async function* readTable<Name extends string>(
  file: string,
  columns: Record<Name, Column>,
): AsyncGenerator<{ line: number; cells: Record<Name, string> }> {
  let places: [Name, number][] | undefined;
  for await (const { line, cells } of readDelimited(file)) {
    if (places === undefined) {
      const named = namedPlaces(cells, columns);
      places = named ?? positions(columns);
      if (named !== undefined) continue;
    }
    const named = places.map(([name, place]) => [name, cells[place] ?? '']);
    yield { line, cells: Object.fromEntries(named) as Record<Name, string> };
  }
}

/** Undefined if the line names no column. */
function namedPlaces<Name extends string>(
  header: string[],
  columns: Record<Name, Column>,
): [Name, number][] | undefined {
  const given = header.map(plain);
  const places = entries(columns).map(([name, { names }]): [Name, number] => [
    name,
    names.map((alias) => given.indexOf(plain(alias))).find((place) => place !== -1) ?? -1,
  ]);
  if (places.every(([, place]) => place === -1)) return undefined;
  for (const [name, place] of places) {
    if (place === -1 && columns[name].optional !== true) throw missing(columns[name]);
  }
  return places;
}

function positions<Name extends string>(columns: Record<Name, Column>): [Name, number][] {
  return entries(columns).map(([name, column]) => {
    if (column.position === undefined && column.optional !== true) throw missing(column);
    return [name, (column.position ?? 0) - 1];
  });
}

function entries<Name extends string>(columns: Record<Name, Column>): [Name, Column][] {
  return Object.entries(columns) as [Name, Column][];
}

function missing({ names }: Column): Error {
  return new Error(`the first line names no column ${names[0]}`);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9£]/g, '');
}
