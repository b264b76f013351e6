/** The note beside a decision; undefined if it is empty. */
export function noteOf(written: string): string | undefined {
  return written.trim() || undefined;
}
