/** The first character of a wanted JSON value: an object or, if allowed, an array. */
export type Opening = '{' | '[';

/** A JSON object or array in a text. */
export interface FoundJson {
  json: string;
  /** Whether it is part of what began as a value and is none, because that breaks off or is wrong. */
  isPart: boolean;
}

/**
 * The JSON objects and arrays in a text, in order and without those that are part of another. Quotes and braces in the
 * words around them do no harm.
 *
 * The time is linear in the text, whatever it contains. Where a value turns out not to be JSON, so do all values that
 * are still open in it, and none of them is tried again. A text between quotes can be tried once more as if it were
 * outside of them, so each character is read at most twice.
 */
export function* jsonIn(text: string, openings: readonly Opening[]): Generator<FoundJson> {
  const wanted = openings.map((opening) => opening.charCodeAt(0));
  /** The end of the value at each position: -1 if it is not valid, 0 if it was not tried. */
  const ends = new Int32Array(text.length);
  /** Where the latest of the values that are none turns out to be none. */
  let wrongAt = 0;
  for (let start = 0; start < text.length; start += 1) {
    if (!wanted.includes(text.charCodeAt(start))) continue;
    if (ends[start] === 0) {
      const stoppedAt = recognize(text, start, ends);
      if ((ends[start] ?? -1) < 0) wrongAt = Math.max(wrongAt, stoppedAt);
    }
    const end = ends[start] ?? -1;
    if (end < 0) continue;
    yield { json: text.slice(start, end), isPart: start < wrongAt };
    start = end - 1;
  }
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  array: 0x5b,
  backslash: 0x5c,
  arrayEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
} as const;

/** The tokens that may come next in a value. */
type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end';

const mayEnd: { readonly [Name in Expected]: boolean } = {
  value: false,
  'value-or-end': true,
  name: false,
  'name-or-end': true,
  colon: false,
  'comma-or-end': true,
};

/**
 * Reads the value at a position, without recursion, and notes where it and all values in it end.
 * @returns where it ends, or turns out to be none
 */
function recognize(text: string, start: number, ends: Int32Array): number {
  /** Where the objects and arrays begin that have not ended. */
  const open: number[] = [];
  let expected: Expected = 'value';
  for (let at = skipBlanks(text, start); ; at = skipBlanks(text, at)) {
    const character = text.charCodeAt(at);
    let next = -1;
    if (mayEnd[expected] && isEnd(text, open.at(-1), character)) {
      next = at + 1;
      ends[open.pop() ?? start] = next;
      if (open.length === 0) return next;
      expected = 'comma-or-end';
    } else if (expected === 'colon') {
      if (character === code.colon) next = at + 1;
      expected = 'value';
    } else if (expected === 'comma-or-end') {
      if (character === code.comma) next = at + 1;
      expected = text.charCodeAt(open.at(-1) ?? start) === code.object ? 'name' : 'value';
    } else if (expected === 'name' || expected === 'name-or-end') {
      next = endOfString(text, at);
      expected = 'colon';
    } else if (character === code.object || character === code.array) {
      open.push(at);
      next = at + 1;
      expected = character === code.object ? 'name-or-end' : 'value-or-end';
    } else {
      next = character === code.quote ? endOfString(text, at) : endOf(scalars, text, at);
      expected = 'comma-or-end';
    }
    if (next < 0) {
      for (const each of open) ends[each] = -1;
      return at;
    }
    at = next;
  }
}

/** Whether a character ends the innermost open value. */
function isEnd(text: string, opened: number | undefined, character: number): boolean {
  if (opened === undefined) return false;
  const isObject = text.charCodeAt(opened) === code.object;
  return character === (isObject ? code.objectEnd : code.arrayEnd);
}

/** Spaces, tabs and ends of lines: what JSON allows between its parts. */
const blanks: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

function skipBlanks(text: string, at: number): number {
  let next = at;
  while (blanks.includes(text.charCodeAt(next))) next += 1;
  return next;
}

const scalars = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escapes = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/** The position after what a sticky pattern matches at a position; -1 if it matches nothing there. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The position after the string at a position; -1 if there is none. */
function endOfString(text: string, at: number): number {
  if (text.charCodeAt(at) !== code.quote) return -1;
  for (let next = at + 1; next < text.length; next += 1) {
    const character = text.charCodeAt(next);
    if (character === code.quote) return next + 1;
    if (character < 0x20) return -1;
    if (character !== code.backslash) continue;
    const end = endOf(escapes, text, next + 1);
    if (end < 0) return -1;
    next = end - 1;
  }
  return -1;
}
