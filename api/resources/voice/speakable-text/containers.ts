/** Stands before the number of an item, or alone, where a list or a quote of another piece continues. */
export const resumed = '\ue000';

/** Containers within each other that are followed. Deeper ones are no prose. */
const deepest = 8;

/** A quote or a list item that is open, as CommonMark nests them. */
interface Container {
  /** Its marker: `>`, `-` or `3.`. */
  mark: string;
  /** The columns of its mark and of its content. */
  column: number;
  content: number;
  /** Which item of an ordered list it is, whatever its mark says. */
  number?: number;
}

/** A line's relation to the text before it. */
export interface LinePlace {
  /** The containers that are open before the line and stay open, and the item before it if the line is the next one. */
  within: readonly Container[];
  /** The text of the line without the marks of containers. */
  text: string;
  /** Whether it continues the paragraph of the line before. */
  continues: boolean;
}

/** The quotes and list items that lines of Markdown open and close, by the rules of CommonMark. */
export class Containers {
  #open: Container[] = [];
  #inParagraph = false;
  #fence = '';

  /** Whether the next line belongs to a block of code, or ends it. */
  get inFence(): boolean {
    return this.#fence !== '';
  }

  /** All that are open. */
  get open(): readonly Container[] {
    return this.#open;
  }

  read(source: string): LinePlace {
    const line = source.replaceAll('\t', '    ');
    const before = this.#open;
    const place = this.#matched(line);
    const opened = this.#fence === '' ? this.#opened(line, place) : [];
    const text = line.slice(opened.at(-1)?.content ?? place.column);
    const isBlank = text.trim() === '';
    const isLazy = opened.length === 0 && place.depth < before.length && this.#inParagraph && isProse(text);
    const continues = this.#inParagraph && opened.length === 0 && isProse(text);
    const [item] = opened;
    const last = before[place.depth];
    const isNext = item !== undefined && last !== undefined && isSibling(last, item);
    if (!isLazy) this.#open = [...before.slice(0, place.depth), ...opened];
    this.#followFence(text, place.depth < before.length);
    const wasParagraph = this.#inParagraph && opened.length === 0;
    this.#inParagraph = !isBlank && isProse(text) && (wasParagraph || !/^ {4}/.test(text));
    return { within: isLazy ? before : before.slice(0, place.depth + Number(isNext)), text, continues };
  }

  /** How many of the open containers a line belongs to, and where its text within them begins. */
  #matched(line: string): { depth: number; column: number } {
    let [depth, column] = [0, 0];
    for (const { mark, content } of this.#open) {
      const indent = indentAt(line, column);
      const isBlank = column + indent >= line.length;
      if (mark === '>') {
        if (indent > 3 || line[column + indent] !== '>') break;
        column += indent + 1;
        if (line[column] === ' ') column += 1;
      } else {
        if (!isBlank && column + indent < content) break;
        column = isBlank ? line.length : content;
      }
      depth += 1;
    }
    return { depth, column };
  }

  /** The containers that a line opens. */
  #opened(line: string, { depth, column: from }: { depth: number; column: number }): Container[] {
    const opened: Container[] = [];
    let column = from;
    while (depth + opened.length < deepest) {
      const indent = indentAt(line, column);
      const [mark] =
        /^(?:>|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$))/.exec(line.slice(column + indent, column + indent + 16)) ??
        [];
      if (indent > 3 || mark === undefined || isRule(line.slice(column))) break;
      const container = containerAt(line, column + indent, mark);
      const before = opened.length === 0 ? this.#open[depth] : undefined;
      if (before !== undefined && isSibling(before, container)) container.number = (before.number ?? 0) + 1;
      else if (opened.length === 0 && this.#open.length === depth && this.#cannotInterrupt(container, line))
        break;
      opened.push(container);
      column = Math.min(container.content, line.length);
    }
    return opened;
  }

  /** Only a list that begins with 1, and has a text, ends a paragraph. */
  #cannotInterrupt({ mark, number, content }: Container, line: string): boolean {
    if (!this.#inParagraph || mark === '>') return false;
    return (number !== undefined && number !== 1) || content >= line.length;
  }

  #followFence(text: string, isOutside: boolean): void {
    if (this.#fence !== '' && isOutside) this.#fence = '';
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark === undefined) return;
    if (this.#fence === '') {
      if (mark.startsWith('~') || !text.trimStart().slice(mark.length).includes('`')) this.#fence = mark;
    } else if (mark.startsWith(this.#fence) && text.trim() === mark) this.#fence = '';
  }
}

/**
 * The lines at the beginning of a piece that reopen the containers which it continues. They are not spoken.
 * @returns also the prefix of a line in the innermost of them
 */
export function resume(containers: readonly Container[]): { lines: string[]; indent: string } {
  let indent = '';
  const lines = containers.flatMap(({ mark, column, content, number }) => {
    const outer = indent.padEnd(column);
    indent = mark === '>' ? `${outer}>`.padEnd(content) : outer.padEnd(content);
    return [`${`${outer}${mark}`.padEnd(content)}${resumed}${number ?? ''}`, indent.trimEnd()];
  });
  return { lines, indent };
}

function containerAt(line: string, column: number, mark: string): Container {
  const end = column + mark.length;
  const spaces = indentAt(line, end);
  if (mark === '>') return { mark, column, content: line[end] === ' ' ? end + 1 : end };
  const isEmpty = end + spaces >= line.length;
  const content = isEmpty || spaces > 4 ? end + 1 : end + spaces;
  return { mark, column, content, ...(/^\d/.test(mark) && { number: Number.parseInt(mark, 10) }) };
}

/** Items of one list have the same kind of mark. */
function isSibling(one: Container, other: Container): boolean {
  return one.mark !== '>' && kindOf(one.mark) === kindOf(other.mark);
}

function kindOf(mark: string): string {
  return mark.replace(/^\d+/, '1');
}

/** A line between sections, which may look like a list. */
function isRule(text: string): boolean {
  return /^ {0,3}([-*_])(?: *\1){2,} *$/.test(text);
}

/** Whether a line may continue a paragraph: it is no heading, rule, fence or block of HTML, and not blank. */
function isProse(text: string): boolean {
  return text.trim() !== '' && !/^ {0,3}(?:#{1,6}(?:\s|$)|`{3}|~{3})/.test(text) && !isRule(text);
}

function indentAt(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ') at += 1;
  return at - from;
}
