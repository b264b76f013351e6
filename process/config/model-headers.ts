import { isJsonObject, parseJson } from '#contract/json.ts';

const expected = 'must be a JSON object of header names and their values, as in {"x-team":"payments"}';

/**
 * Parses the headers that a class's requests carry, with names in lower case.
 * @throws {Error} if the text is no JSON object of strings, or has what no header may have. It does not quote the text, which may
 *   be secret
 */
export function parseHeaders(text: string): Record<string, string> {
  const parsed = parseJson(text);
  if (!isJsonObject(parsed)) throw new Error(expected);
  const entries = Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (!entries.every(isHeader)) throw new Error(expected);
  if (new Set(entries.map(([name]) => name)).size < entries.length) {
    throw new Error('must not name a header twice');
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The same rules as `fetch`, which would refuse every request with another header. */
function isHeader([name, value]: readonly [string, unknown]): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new Headers([[name, value]]).get(name) === value;
  } catch {
    return false;
  }
}
