/** Stands for an asterisk that multiplies: 2*50 and 3*20 has no emphasis, nor have 5*x and a*b*c. */
export const operator = '\u2217';

/** Containers (quotes and lists) within each other that a line may open. */
const deepest = 6;
/** Marks of emphasis in a piece: more than that is no prose. */
const mostMarks = 200;
/** Underlines that make headings of the lines before them. */
const mostUnderlines = 20;

/**
 * A piece of Markdown without the patterns for which the parser takes more than linear time, or recurses too deep. They
 * mean nothing to anybody: deep nesting, long runs of marks, hundreds of marks in a paragraph.
 */
export function tame(piece: string): string {
  let tamed = piece
    .replaceAll(/(?<=\d ?)\*{1,2}(?= ?\d)/g, (stars) => operator.repeat(stars.length))
    .replaceAll(/(?<=[\p{L}\d)])\*(?=\()|(?<=\))\*(?=[\p{L}\d])|(?<=\d)\*(?=\p{L}(?![\p{L}\d]))/gu, operator)
    .replaceAll(/(?<=(?<![\p{L}\d_])\p{L})\*(?=[\p{L}\d](?![\p{L}\d]))/gu, operator)
    // Between digits it is a range: 5~~10 and 20~~30 has nothing that is struck out.
    .replaceAll(/(?<=\d)~~(?=\d)/g, '~')
    .replaceAll(/([*_~[\]!<>&])\1{7,}/g, '$1$1$1');
  if (count(tamed, /[*_~]/g) > mostMarks) tamed = tamed.replaceAll(/[*_~]+/g, ' ');
  let lines = tamed.split('\n').map(withFewContainers);
  if (lines.filter(isUnderline).length > mostUnderlines) lines = lines.filter((line) => !isUnderline(line));
  return lines.join('\n');
}

function withFewContainers(line: string): string {
  let at = 0;
  for (let depth = 0; depth < deepest; depth += 1) {
    const length = containerAt(line, at);
    if (length === 0) return line;
    at += length;
  }
  let end = at;
  for (let length = containerAt(line, end); length > 0; length = containerAt(line, end)) end += length;
  return line.slice(0, at) + line.slice(end);
}

/** The length of the mark of a quote or a list item at a position of a line, 0 if there is none. */
function containerAt(line: string, at: number): number {
  const mark = /^\s{0,32}(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))/.exec(line.slice(at, at + 64));
  return mark?.[0].length ?? 0;
}

function isUnderline(line: string): boolean {
  return /^\s*(?:-+|=+)\s*$/.test(line);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
