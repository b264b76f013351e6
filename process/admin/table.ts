/** A row of a table. Members of an object in it become columns of their own, `current.as_of`. */
export type Row = Readonly<Record<string, unknown>>;

const characters = new Intl.Segmenter();

/**
 * Rows as an aligned table with a head, for people. Columns are in the order in which the rows first have them. Characters that
 * would end a line or move the cursor are written out.
 */
export function tableOf(rows: readonly Row[]): string {
  const flat = rows.map((row) => new Map(cellsOf(row)));
  const columns = [...new Set(flat.flatMap((cells) => [...cells.keys()]))];
  if (columns.length === 0) return 'none\n';
  const lines = [columns, ...flat.map((cells) => columns.map((column) => cells.get(column) ?? ''))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => lengthOf(line[at] ?? ''))));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, at) => padded(cell, widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function cellsOf(row: Row, prefix = ''): [string, string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    if (value instanceof Date) return [[prefix + name, value.toISOString()]];
    if (Array.isArray(value)) return [[prefix + name, shown(value.join(','))]];
    if (typeof value === 'object') return cellsOf(value as Row, `${prefix}${name}.`);
    return [[prefix + name, shown(typeof value === 'string' ? value : JSON.stringify(value))]];
  });
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(width - lengthOf(cell));
}

/** In characters as a reader sees them. */
function lengthOf(text: string): number {
  return [...characters.segment(text)].length;
}

function shown(text: string): string {
  return text.replaceAll(
    /\p{C}/gu,
    (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
