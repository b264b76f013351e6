/** The first `length` characters (code points, so that none is cut in two). */
export function truncate(text: string, length: number): string {
  // A code point is at most two units: what is short enough in units needs no counting.
  return text.length <= length ? text : Array.from(text).slice(0, length).join('');
}
