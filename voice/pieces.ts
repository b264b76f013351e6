/** The longest piece, in characters. Only the header of a table that is split is added to it. */
export const longestPiece = 800;
/** A piece of this length ends before the next block that cannot belong to the same construct. */
const enough = 400;
const longestTableHeader = 400;
/** How much of a block of code is kept: enough to see whether it has one line or more. */
const keptCode = { lines: 2, characters: 200 };

/**
 * Splits Markdown into pieces that can be rendered one by one. It splits between blocks where it can, else between
 * lines, else after a sentence or a word. A table that is split begins again with its header. Of a block of code, only
 * the first lines are kept.
 */
export function* piecesOf(markdown: string): Generator<string> {
  let piece: string[] = [];
  let length = 0;
  let blankBefore = false;
  const table = new TableHeader();

  for (const line of shortLines(withoutLongCode(markdown.split(/\r\n|\r|\n/)))) {
    const blank = line.trim() === '';
    if (blank || (blankBefore && startsBlock(line))) table.end();
    const full = length + line.length > longestPiece;
    if (length > 0 && (full || (blankBefore && length >= enough && startsBlock(line)))) {
      yield piece.join('\n');
      piece = [...table.lines];
      length = 0;
    }
    table.read(line);
    piece.push(line);
    length += line.length + 1;
    blankBefore = blank;
  }
  if (length > 0) yield piece.join('\n');
}

/** Whether a line after a blank line begins a block of its own, and does not go on with a list. */
function startsBlock(line: string): boolean {
  return /^(?![-+*>\s]|\d{1,9}[.)])./.test(line);
}

/** The first two lines of the table that is being read. */
class TableHeader {
  #header: string[] = [];
  #previous = '';

  /** Empty outside of a table. */
  get lines(): readonly string[] {
    return this.#header;
  }

  read(line: string): void {
    const delimiters = /^[\s|:-]+$/.test(line) && line.includes('|') && line.includes('-');
    if (delimiters && this.#previous.includes('|') && this.#previous.length < longestTableHeader) {
      this.#header = [this.#previous, line.slice(0, longestTableHeader)];
    }
    this.#previous = line;
  }

  end(): void {
    this.#header = [];
  }
}

/** Leaves out all but the first lines of each fenced block of code. */
function* withoutLongCode(lines: Iterable<string>): Generator<string> {
  let fence: { mark: string; kept: number } | undefined;
  for (const line of lines) {
    const mark = /^[\s>]{0,32}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      // The info after backticks contains none, or it is code in a sentence.
      const opens =
        mark !== undefined && (mark.startsWith('~') || line.split(mark).at(-1)?.includes('`') === false);
      if (opens) fence = { mark, kept: 0 };
      yield line;
      continue;
    }
    const closes =
      mark !== undefined && mark.startsWith(fence.mark) && line.trimEnd().endsWith(mark) && !/\w/.test(line);
    if (closes) {
      fence = undefined;
      yield line;
    } else if (fence.kept < keptCode.lines && line.trim() !== '') {
      fence.kept += 1;
      yield line.slice(0, keptCode.characters);
    }
  }
}

/** Splits lines that are longer than a piece. */
function* shortLines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) {
    let at = 0;
    while (line.length - at > longestPiece) {
      const end = at + splitAt(line.slice(at, at + longestPiece));
      yield line.slice(at, end);
      at = end;
    }
    yield line.slice(at);
  }
}

function splitAt(text: string): number {
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => text.lastIndexOf(end) + 1));
  if (sentence > text.length / 2) return sentence;
  const space = text.lastIndexOf(' ');
  if (space > text.length / 2) return space;
  const lastUnit = text.charCodeAt(text.length - 1);
  return lastUnit >= 0xd800 && lastUnit < 0xdc00 ? text.length - 1 : text.length;
}
