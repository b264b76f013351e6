import { endOfText } from '#contract/json-text.ts';

/** A place in a text, without the character at its end. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Where a JSON text has the objects and lists that are the member `name` of an object which is itself the member `inside` of
 * another. Takes linear time. Text that is not JSON has none.
 */
export function memberSpans(text: string, inside: string, name: string): Span[] {
  if (!isJson(text)) return [];
  const spans: Span[] = [];
  /** The names by which the open objects and lists are members, undefined for elements of lists. */
  const open: (string | undefined)[] = [];
  let member: string | undefined;
  let found: { start: number; depth: number } | undefined;
  for (let at = 0; at < text.length;) {
    const character = text[at];
    if (character === '"') {
      const end = endOfText(text, at);
      colon.lastIndex = end;
      // Within what was found, names do not matter.
      if (found === undefined && colon.test(text)) member = JSON.parse(text.slice(at, end)) as string;
      at = end;
      continue;
    }
    if (character === '{' || character === '[') {
      if (found === undefined && member === name && open.at(-1) === inside) {
        found = { start: at, depth: open.length };
      }
      open.push(member);
      member = undefined;
    } else if (character === '}' || character === ']') {
      open.pop();
      if (found?.depth === open.length) {
        spans.push({ start: found.start, end: at + 1 });
        found = undefined;
      }
      member = undefined;
    } else if (character === ',') {
      member = undefined;
    }
    at += 1;
  }
  return spans;
}

const colon = /\s*:/y;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
