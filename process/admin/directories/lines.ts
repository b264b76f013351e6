import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** Longer than any line of a directory, so that a file without line ends is not read into memory. */
const longestLine = 64 * 1024;
/** Occurs in no text, so a line that is "separated" by it stays whole. */
const unitSeparator = '\u001F';

/** A line of a file: its number, from 1, and its cells. */
export interface Line {
  line: number;
  cells: string[];
}

/** The first line of a file, without a byte order mark. */
export async function firstLine(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestLine));
    const text = buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
    return text.trimStart().split(/\r?\n/, 1)[0] ?? '';
  } finally {
    await handle.close();
  }
}

/** Whole lines. */
export function readLines(file: string): AsyncGenerator<Line> {
  return read(file, { delimiter: unitSeparator, quote: null });
}

/** Lines whose cells are separated by tabs, semicolons or commas, whichever is most frequent in the first line. */
export async function* readDelimited(file: string): AsyncGenerator<Line> {
  const first = await firstLine(file);
  const counted = ['\t', ';', ','].map((delimiter) => [delimiter, first.split(delimiter).length] as const);
  const [delimiter] = counted.reduce((most, next) => (next[1] > most[1] ? next : most));
  // Files with tabs do not quote: a quote in them is part of a name.
  yield* read(file, { delimiter, quote: delimiter === '\t' ? null : '"', trim: true });
}

async function* read(
  file: string,
  options: { delimiter: string; quote: string | null; trim?: boolean },
): AsyncGenerator<Line> {
  const parser = parse({
    ...options,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
  });
  // Errors of reading the file surface at the parser.
  pipeline(createReadStream(file), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    // Its message quotes the file.
    throw error instanceof CsvError
      ? new Error(`a line cannot be read (${error.code})`, { cause: error })
      : error;
  }
}
