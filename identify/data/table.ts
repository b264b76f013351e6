import type { DataSource } from '#contract/identify.ts';

/** How many lines a search examines before others may have their turn: a few milliseconds of work. */
const linesAtOnce = 2000;

const newline = 0x0a;
const tab = 0x09;

/** A row: the text of its cells by column. Unknown values are empty. */
export type Row<Column extends string> = Readonly<Record<Column, string>>;

/** Where a row is from. Answers show it without `unconfirmed`. */
export interface TableSource extends DataSource {
  /** No second source confirms what these rows say. */
  unconfirmed?: true;
}

/** The sources of rows, by the key in their column `source`. */
export type TableSources = Readonly<Record<string, TableSource>>;

/**
 * A table in the text of its file: one line per row, cells separated by tabs, and the names of the columns in the first
 * line. Rows are sorted by the bytes of their first cell, the key. Keys are ASCII and unique. They are found by binary
 * search in the bytes, so nothing has to be parsed in advance.
 */
export class Table<Column extends string> {
  readonly #bytes: Buffer;
  readonly #columns: readonly Column[];
  readonly #sources: TableSources;
  readonly #start: number;

  /** @throws {Error} if the first line does not name these columns */
  constructor(columns: readonly Column[], bytes: Buffer, sources: TableSources) {
    const header = bytes.subarray(0, lineEnd(bytes, 0)).toString();
    if (header !== columns.join('\t')) throw new Error(`The table's columns are ${header}`);
    this.#bytes = bytes;
    this.#columns = columns;
    this.#sources = sources;
    this.#start = header.length + 1;
  }

  /** The row with this key. */
  find(key: string): Row<Column> | undefined {
    const { start, equal } = this.#search(key);
    return equal ? this.#row(start) : undefined;
  }

  /**
   * The row with this key, or the last one before it: of ranges by their first key, the only one that can contain it.
   */
  findLast(key: string): Row<Column> | undefined {
    const { start, equal } = this.#search(key);
    if (equal) return this.#row(start);
    return start === this.#start ? undefined : this.#row(this.#lineStart(start - 1));
  }

  /** The first row whose key has this prefix. */
  findFirst(prefix: string): Row<Column> | undefined {
    return this.findPrefix(prefix, 1)[0];
  }

  /** The first rows whose keys have this prefix, in the order of the keys. */
  findPrefix(prefix: string, limit: number): Row<Column>[] {
    const wanted = Buffer.from(prefix);
    const found: Row<Column>[] = [];
    let at = this.#search(prefix).start;
    while (found.length < limit && at < this.#bytes.length) {
      if (!this.#bytes.subarray(at, at + wanted.length).equals(wanted)) break;
      found.push(this.#row(at));
      at = lineEnd(this.#bytes, at) + 1;
    }
    return found;
  }

  /** Every row, in the order of the keys. */
  *rows(): Generator<Row<Column>> {
    for (let at = this.#start; at < this.#bytes.length; at = lineEnd(this.#bytes, at) + 1)
      yield this.#row(at);
  }

  /** Every row with the position of its line, in the order of the keys. */
  *located(): Generator<readonly [position: number, row: Row<Column>]> {
    for (let at = this.#start; at < this.#bytes.length; at = lineEnd(this.#bytes, at) + 1)
      yield [at, this.#row(at)];
  }

  /** The row whose line is at a position. */
  at(position: number): Row<Column> {
    return this.#row(position);
  }

  /** The position of the first row with a greater key. */
  positionAfter(key: string): number {
    return this.#startAfter(key);
  }

  /**
   * Rows whose line contains all of these texts, in any cell, in the order of the keys. Between them comes `undefined`
   * whenever many lines were examined: a good moment to let others have their turn.
   * @param after only rows with a greater key
   */
  *rowsHolding(texts: readonly string[], after?: string): Generator<Row<Column> | undefined> {
    const [first = Buffer.alloc(0), ...others] = texts.map((text) => Buffer.from(text));
    let at = after === undefined ? this.#start : this.#startAfter(after);
    for (let examined = 1; at < this.#bytes.length; examined += 1) {
      const hit = first.length === 0 ? at : this.#bytes.indexOf(first, at);
      if (hit === -1) return;
      const start = this.#lineStart(hit);
      const end = lineEnd(this.#bytes, start);
      const line = this.#bytes.subarray(start, end);
      if (others.every((text) => line.includes(text))) yield this.#row(start);
      at = end + 1;
      if (examined % linesAtOnce === 0) yield undefined;
    }
  }

  /** The source of a row: from its column `source` or, in a table without one, its only source. */
  sourceOf(row: Row<Column>): TableSource {
    return this.source('source' in row ? String(row.source) : (Object.keys(this.#sources)[0] ?? ''));
  }

  /** The source with this key. */
  source(key: string): TableSource {
    const source = this.#sources[key];
    if (source === undefined) throw new Error(`No source is called ${key}`);
    return source;
  }

  /** The position of the first row with a greater key. */
  #startAfter(key: string): number {
    const { start, equal } = this.#search(key);
    return equal ? lineEnd(this.#bytes, start) + 1 : start;
  }

  /** The position of the first row whose key is not less. */
  #search(key: string): { start: number; equal: boolean } {
    let low = this.#start;
    let high = this.#bytes.length;
    let equal = false;
    while (low < high) {
      const start = this.#lineStart(low + ((high - low) >> 1));
      const compared = this.#compareKey(start, key);
      if (compared < 0) low = lineEnd(this.#bytes, start) + 1;
      else {
        high = start;
        equal = compared === 0;
      }
    }
    return { start: low, equal };
  }

  // Byte by byte, because lines and keys are short and a call into Buffer takes longer.
  #lineStart(at: number): number {
    let start = at;
    while (start > this.#start && this.#bytes[start - 1] !== newline) start -= 1;
    return start;
  }

  /**
   * Compares the key of the row that starts here with another one: negative, zero or positive. Keys are ASCII, so that bytes
   * and characters of a key are the same, and any other character is after them.
   */
  #compareKey(start: number, wanted: string): number {
    for (let index = 0; ; index += 1) {
      const byte = this.#bytes[start + index];
      if (byte === undefined || byte === tab || byte === newline) return index === wanted.length ? 0 : -1;
      if (index === wanted.length) return 1;
      const other = wanted.charCodeAt(index);
      if (byte !== other) return byte - other;
    }
  }

  #row(start: number): Row<Column> {
    const cells = this.#bytes.toString('utf8', start, lineEnd(this.#bytes, start)).split('\t');
    const row: Partial<Record<Column, string>> = {};
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index];
      if (column !== undefined) row[column] = cells[index] ?? '';
    }
    return row as Row<Column>;
  }
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(newline, from);
  return end === -1 ? bytes.length : end;
}
