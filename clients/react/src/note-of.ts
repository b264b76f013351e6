/** What somebody has written beside a decision; undefined if nothing. */
export function noteOf(written: string): string | undefined {
  return written.trim() || undefined;
}
