import { fitsInLine, shownText } from './shown-line.ts';

/** The most characters of a reason that are shown. */
export const reasonCharacters = 500;

/** The room for `… 524,288 more characters`. */
const countCharacters = 30;

/**
 * The reason for a held call, which is what the model said before it made the call: one line of plain text in which
 * white space is collapsed, and characters that cannot be seen are written out (gate.reason).
 * @returns at most 500 characters, with a count of those that are cut; undefined if the model said nothing
 */
export function reasonOf(said: string): string | undefined {
  const most = fitsInLine(said, reasonCharacters) ? reasonCharacters : reasonCharacters - countCharacters;
  const line = shownText(said, most);
  return line === '' ? undefined : line;
}
