// Keeps a byte order mark, because without it the text would be a different one.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a header. Its bytes arrive as Latin-1, but most clients send UTF-8. */
export function decodeHeader(value: string): string {
  // ASCII is the same in both.
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
