/** The text of a message that was not sent, before what was typed since. */
export function withReturned(unsent: string, typed: string): string {
  return typed.trim() === '' ? unsent : `${unsent}\n\n${typed}`;
}
