import { type Span, valueBoundary } from './folded-text.ts';

/** The most characters of an excerpt. */
const mostCharacters = 160;

/** The text around a value, in one line, with the value in it. Cut ends are marked. */
export function excerptOf(text: string, { start, end }: Span): string {
  const first = text.lastIndexOf(valueBoundary, start) + 1;
  const boundary = text.indexOf(valueBoundary, start);
  const last = boundary === -1 ? text.length : boundary;
  // Two characters mark the ends.
  const room = mostCharacters - 2;
  const before = Math.max(0, Math.floor((room - (end - start)) / 2));
  const from = Math.max(first, start - before);
  const to = Math.min(last, from + room);
  const cut = text.slice(from, to).replaceAll(/\s+/g, ' ').trim();
  return `${from > first ? '…' : ''}${cut}${to < last ? '…' : ''}`.toWellFormed();
}
