import type { DataSource } from '#contract/identify.ts';

const newline = 0x0a;
const tab = 0x09;

/**
 * A table in the text of its file: a line a row, columns separated by tabs, the first line their names, rows sorted by
 * the bytes of the first column, the key. Keys are ASCII and unique. Rows are found by binary search in the bytes:
 * nothing has to be parsed beforehand.
 */
export class Table<Column extends string> {
  readonly source: DataSource;
  readonly #bytes: Buffer;
  readonly #columns: readonly Column[];
  readonly #start: number;

  /** @throws {Error} when the first line does not name these columns */
  constructor(name: string, columns: readonly Column[], bytes: Buffer, source: DataSource) {
    const header = bytes.subarray(0, lineEnd(bytes, 0)).toString();
    if (header !== columns.join('\t')) throw new Error(`Table ${name} has the columns ${header}`);
    this.source = source;
    this.#bytes = bytes;
    this.#columns = columns;
    this.#start = header.length + 1;
  }

  /** The row with this key. */
  find(key: string): Record<Column, string> | undefined {
    const row = this.findLast(key);
    return row?.[this.#columns[0] as Column] === key ? row : undefined;
  }

  /** The last row whose key is not above this one: with ranges, the only one that can hold it. */
  findLast(key: string): Record<Column, string> | undefined {
    const wanted = Buffer.from(key);
    let low = this.#start;
    let high = this.#bytes.length;
    let found = -1;
    while (low < high) {
      const start = this.#lineStart(low + ((high - low) >> 1), low);
      const end = lineEnd(this.#bytes, start);
      if (this.#keyCompares(start, end, wanted) > 0) high = start;
      else {
        found = start;
        low = end + 1;
      }
    }
    return found === -1 ? undefined : this.#row(found);
  }

  /** Every row, in the order of the keys. */
  *rows(): Generator<Record<Column, string>> {
    for (let at = this.#start; at < this.#bytes.length; at = lineEnd(this.#bytes, at) + 1)
      yield this.#row(at);
  }

  #lineStart(at: number, low: number): number {
    const before = at === low ? -1 : this.#bytes.lastIndexOf(newline, at - 1);
    return Math.max(before + 1, low);
  }

  #keyCompares(start: number, end: number, wanted: Buffer): number {
    const keyEnd = this.#bytes.indexOf(tab, start);
    return this.#bytes.compare(wanted, 0, wanted.length, start, keyEnd === -1 || keyEnd > end ? end : keyEnd);
  }

  #row(start: number): Record<Column, string> {
    const cells = this.#bytes.toString('utf8', start, lineEnd(this.#bytes, start)).split('\t');
    return Object.fromEntries(this.#columns.map((column, index) => [column, cells[index] ?? ''])) as Record<
      Column,
      string
    >;
  }
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(newline, from);
  return end === -1 ? bytes.length : end;
}
