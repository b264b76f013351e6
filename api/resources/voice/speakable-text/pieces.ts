import { Containers, resume, resumed } from './containers.ts';
import { type Joint, partsOf } from './line-parts.ts';
import { spokenLines } from './spoken-lines.ts';

/** The longest piece, in characters. The lines that a table, a list or a quote needs to continue are added to it. */
export const longestPiece = 800;
/** A piece of this length ends before the next block that cannot belong to the same construct. */
const enough = 400;
const longestTableHeader = 400;

/** A part of a text that is rendered by itself. */
export interface Piece {
  markdown: string;
  /** The joint between the piece before and this one: the end of a block, or a place within a sentence or a word. */
  joint: Joint;
}

/**
 * Splits Markdown into pieces that can be rendered one by one. It splits between blocks where it can, else between
 * lines, else after a sentence or a word. A table that is split begins again with its header, and a list or a quote
 * with the lines that reopen it. Of a block of code, only the first lines are kept.
 */
export function* piecesOf(markdown: string): Generator<Piece> {
  let lines: string[] = [];
  let length = 0;
  let joint: Joint = '\n';
  let blankBefore = true;
  const table = new TableHeader();
  const containers = new Containers();

  const source = markdown.replaceAll(resumed, '').split(/\r\n|\r|\n/);
  for (const part of partsOf(spokenLines(source), longestPiece)) {
    const { line } = part;
    const blank = line.trim() === '';
    const { inFence } = containers;
    const { within, text, continues } =
      part.joint === '\n'
        ? containers.read(line)
        : { ...part, within: containers.open, text: line, continues: true };
    if (blank || (blankBefore && startsBlock(line))) table.end();
    const full = length + line.length > longestPiece;
    let written = part.joint === '\n' ? line : `${part.joint}${line}`;
    if (length > 0 && !inFence && (full || (blankBefore && length >= enough && startsBlock(line)))) {
      yield { markdown: lines.join('\n'), joint };
      const goesOn = continues && table.lines.length === 0;
      joint = part.joint === '\n' && goesOn ? ' ' : part.joint;
      const open = resume(within);
      lines = [...open.lines, ...table.lines];
      length = 0;
      // The continuation must not become a list or a heading.
      written = goesOn ? `${open.indent}\u2060${text.trimStart()}` : line;
    }
    table.read(line);
    // Within a piece, the parts of a line are still one line.
    if (part.joint === '\n' || length === 0) lines.push(written);
    else lines.push(`${lines.pop() ?? ''}${written}`);
    length += line.length + 1;
    blankBefore = blank;
  }
  if (length > 0) yield { markdown: lines.join('\n'), joint };
}

/** Whether a line belongs to no list or quote: after a blank line it begins a block, else it continues a paragraph. */
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
