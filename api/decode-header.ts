/** The text of a header. Its bytes arrive as Latin-1; most clients send UTF-8. */
export function decodeHeader(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
