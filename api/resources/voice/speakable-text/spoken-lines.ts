/** How much of a block of code is kept: enough to see whether it has one line or more. */
const keptCode = { lines: 2, characters: 200 };

/** Where comments, scripts and styles begin, and what ends them. */
const hidden: [begin: RegExp, end: RegExp][] = [
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<script\b/i, /<\/script\s*>/i],
  [/^ {0,3}<style\b/i, /<\/style\s*>/i],
];

/**
 * Leaves out lines of which a piece would not show what they are, because it began in an earlier one: those of comments, scripts
 * and styles, and all but the first lines of each fenced block of code.
 */
export function* spokenLines(lines: Iterable<string>): Generator<string> {
  let fence: { mark: string; kept: number } | undefined;
  let hiddenEnd: RegExp | undefined;
  for (const line of lines) {
    const mark = /^[\s>]{0,32}(`{3,}|~{3,})/.exec(line)?.[1];
    if (hiddenEnd !== undefined) {
      const end = hiddenEnd.exec(line);
      if (end === null) continue;
      hiddenEnd = undefined;
      yield line.slice(end.index + end[0].length);
    } else if (fence === undefined) {
      hiddenEnd = hiddenUntil(line);
      if (hiddenEnd !== undefined) continue;
      if (mark !== undefined && opensFence(line, mark)) fence = { mark, kept: 0 };
      yield line;
    } else if (mark?.startsWith(fence.mark) === true && line.trimEnd().endsWith(mark) && !/\w/.test(line)) {
      fence = undefined;
      yield line;
    } else if (fence.kept < keptCode.lines && line.trim() !== '') {
      fence.kept += 1;
      yield line.slice(0, keptCode.characters);
    }
  }
}

/** The end of the hidden lines that begin with a line; undefined if none do, or they end with it. */
function hiddenUntil(line: string): RegExp | undefined {
  const [, end] = hidden.find(([begin]) => begin.test(line)) ?? [];
  return end?.test(line) === false ? end : undefined;
}

/** The info after backticks contains none, or it is code in a sentence. */
function opensFence(line: string, mark: string): boolean {
  return mark.startsWith('~') || line.split(mark).at(-1)?.includes('`') === false;
}
