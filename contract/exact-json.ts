import { isExact } from './exact-number.ts';
import { endOfText } from './json-text.ts';

/**
 * The result of reading a JSON text: its whole value, or the reason why it is invalid. A number that a double would
 * change, and a member that an object names twice, are faults.
 */
export type ReadJson = { value: unknown } | JsonFault;

export type JsonFault =
  | { fault: 'not_json' }
  /** An object names a member twice, perhaps with different escapes. */
  | { fault: 'repeated_member' }
  /** The dotted path of a number that a double would change. */
  | { fault: 'inexact_number'; path: string };

/**
 * Reads JSON that comes from outside. Takes linear time; without bounds on the separators of the text, creating its values may
 * delay others.
 *
 * The platform's parser creates the values, and one pass over the text shows whether they are all of it
 * ([why](../docs/decisions/0074-exact-numbers.md)).
 */
export function readJson(text: string): ReadJson {
  const value = parsed(text);
  if (value === undefined) return { fault: 'not_json' };
  const { members, inexact } = look(text, 1);
  if (members !== membersOf(value)) return { fault: 'repeated_member' };
  const [first] = inexact;
  if (first === undefined) return { value };
  return { fault: 'inexact_number', path: pathAt(text, first.start) };
}

/**
 * Reads JSON that must not be refused, because it reports a fact: each number that a double would change becomes the
 * string of its digits.
 */
export function readKeepingDigits(text: string): Exclude<ReadJson, { fault: 'inexact_number' }> {
  const value = parsed(text);
  if (value === undefined) return { fault: 'not_json' };
  const { members, inexact } = look(text);
  if (members !== membersOf(value)) return { fault: 'repeated_member' };
  return { value: inexact.length === 0 ? value : parsed(replaced(text, inexact, quoted)) };
}

/**
 * A JSON text in which each number that a double would change is a string. Any other text stays as it is.
 * @param string the string for its digits, as JSON. Default: the digits in quotes
 */
export function quoteInexact(text: string, string: (digits: string) => string = quoted): string {
  return parsed(text) === undefined ? text : replaced(text, look(text).inexact, string);
}

const quoted = (digits: string) => `"${digits}"`;

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Span {
  start: number;
  end: number;
}

const [quote, colon, minus, zero, nine] = [0x22, 0x3a, 0x2d, 0x30, 0x39];
const number = /-?\d[\d.eE+-]*/y;

/**
 * How many members the objects of a JSON text have, and where its numbers are that a double would change.
 * @param most of these numbers are looked for. Default: all
 */
function look(text: string, most = Number.POSITIVE_INFINITY): { members: number; inexact: Span[] } {
  const inexact: Span[] = [];
  let members = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at);
    } else if (code === minus || (code >= zero && code <= nine)) {
      number.lastIndex = at;
      const [digits = ''] = number.exec(text) ?? [];
      const end = at + Math.max(1, digits.length);
      if (digits !== '' && inexact.length < most && !isExact(digits)) inexact.push({ start: at, end });
      at = end;
    } else {
      if (code === colon) members += 1;
      at += 1;
    }
  }
  return { members, inexact };
}

function replaced(text: string, spans: readonly Span[], by: (digits: string) => string): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end } of spans) {
    pieces.push(text.slice(copied, start), by(text.slice(start, end)));
    copied = end;
  }
  return pieces.join('') + text.slice(copied);
}

/** How many members the objects of a value have. Walks without recursion, because nothing bounds its depth. */
function membersOf(root: unknown): number {
  let count = 0;
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) if (typeof item === 'object') pending.push(item);
      continue;
    }
    const names = Object.keys(value);
    count += names.length;
    for (const name of names) {
      const member = (value as Record<string, unknown>)[name];
      if (typeof member === 'object') pending.push(member);
    }
  }
  return count;
}

/** The dotted path of the value that begins at a position of a JSON text. */
function pathAt(text: string, position: number): string {
  // The place of the member's name, or the index of the item, for each open object or list.
  const path: (Span | number)[] = [];
  let lastText: Span = { start: 0, end: 0 };
  for (let at = 0; at < position; at += 1) {
    const inside = path.length - 1;
    const place = path[inside];
    const character = text[at];
    if (character === '"') {
      lastText = { start: at, end: endOfText(text, at) };
      at = lastText.end - 1;
    } else if (character === '{' || character === '[') path.push(character === '{' ? lastText : 0);
    else if (character === '}' || character === ']') path.pop();
    else if (character === ':') path[inside] = lastText;
    else if (character === ',' && typeof place === 'number') path[inside] = place + 1;
  }
  return path
    .map((place) =>
      typeof place === 'number' ? place : (JSON.parse(text.slice(place.start, place.end)) as string),
    )
    .join('.');
}
