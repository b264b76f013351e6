/** What a JSON value that is looked for begins with: an object or, where wanted, an array. */
export type Opening = '{' | '[';

/**
 * The JSON objects and arrays in a text, outermost first found, in order. They do not overlap. Quotes and braces in the
 * words around them do no harm.
 *
 * The time is linear in the text, whatever it contains. Where a value turns out not to be JSON, so do all values that
 * are still open in it, and none of them is tried again. A text between quotes can be tried once more as if it were
 * outside of them, so each character is read at most twice.
 */
export function* jsonIn(text: string, openings: readonly Opening[]): Generator<string> {
  /** Where the value that begins at a position ends; 0 if there is no valid one. */
  const ends = new Map<number, number>();
  for (let start = 0; start < text.length; start += 1) {
    if (!openings.some((opening) => text[start] === opening)) continue;
    if (!ends.has(start)) recognize(text, start, ends);
    const end = ends.get(start) ?? 0;
    if (end === 0) continue;
    yield text.slice(start, end);
    start = end - 1;
  }
}

/** What may come next in a value. */
type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end';

const blanks = /[ \t\n\r]*/y;
const scalars = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Reads the value at a position, without recursion, and notes where it and all values in it end. */
function recognize(text: string, start: number, ends: Map<number, number>): void {
  const open: number[] = [];
  let expected: Expected = 'value';
  let at = start;
  const after = (): Expected | undefined => (open.length === 0 ? undefined : 'comma-or-end');
  const fail = () => {
    for (const each of open) ends.set(each, 0);
  };

  for (;;) {
    at = skip(blanks, text, at) ?? at;
    const character = text[at];
    let next: Expected | undefined;
    if (character === '}' || character === ']') {
      const opened = open.at(-1);
      const closes = opened !== undefined && text[opened] === (character === '}' ? '{' : '[');
      if (!closes || !expected.endsWith('or-end')) return fail();
      open.pop();
      at += 1;
      ends.set(opened, at);
      next = after();
      if (next === undefined) return;
    } else if (expected === 'colon') {
      if (character !== ':') return fail();
      at += 1;
      next = 'value';
    } else if (expected === 'comma-or-end') {
      if (character !== ',') return fail();
      at += 1;
      next = text[open.at(-1) ?? 0] === '{' ? 'name' : 'value';
    } else if (expected === 'name' || expected === 'name-or-end') {
      const end = endOfString(text, at);
      if (end === undefined) return fail();
      at = end;
      next = 'colon';
    } else if (character === '{' || character === '[') {
      open.push(at);
      at += 1;
      next = character === '{' ? 'name-or-end' : 'value-or-end';
    } else {
      const end = character === '"' ? endOfString(text, at) : skip(scalars, text, at);
      if (end === undefined) return fail();
      at = end;
      next = 'comma-or-end';
    }
    expected = next;
  }
}

/** The position after what a sticky pattern matches at a position; undefined if it matches nothing there. */
function skip(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const escapes = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/** The position after the string at a position; undefined if there is none. */
function endOfString(text: string, at: number): number | undefined {
  if (text[at] !== '"') return undefined;
  for (let next = at + 1; next < text.length; next += 1) {
    const character = text[next] as string;
    if (character === '"') return next + 1;
    if (character < ' ') return undefined;
    if (character !== '\\') continue;
    const end = skip(escapes, text, next + 1);
    if (end === undefined) return undefined;
    next = end - 1;
  }
  return undefined;
}
