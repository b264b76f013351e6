/**
 * Characters as people see them: an emoji of several code points, a flag of two, a letter with its marks. All functions look at a
 * bounded part of a text, whatever its length, and at the flags before it if it begins among flags.
 */

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** A character of more code units than this is taken apart: no writing has one. */
const longest = 128;
/** Below are no marks and no joiners, so nothing continues the character before it, but a line feed after a return. */
const firstMark = 0x300;
const lineFeed = 0x0a;

/**
 * White space and punctuation of ASCII, which nothing continues. A number sign or an asterisk may become a key of a telephone, and
 * a sign that compares is struck through by a mark.
 */
const isWhole = /[\t\n !"$%&'()+,\-./:;?@[\\\]^_`{|}~]/;

/** A letter or digit of ASCII, which is rarely followed by a combining mark. */
const seldomContinues = /[\dA-Za-z]$/;

/** Whether a text ends with a character that is most likely whole, though a mark could follow. */
export const isMostLikelyWhole = (text: string): boolean => seldomContinues.test(text.slice(-1));

/**
 * The length of the last character of a text, in UTF-16 code units, if what follows may continue it: a letter by a mark, half a
 * flag by the other, an emoji by what it is joined with. Otherwise 0.
 */
export function unfinishedLength(text: string): number {
  if (text === '' || isWhole.test(text.slice(-1))) return 0;
  const end = text.slice(partBefore(text, text.length));
  const last = segmenter.segment(end).containing(end.length - 1)?.segment ?? '';
  return last.length <= longest ? last.length : 0;
}

/** Whether a text can be cut at a place, in UTF-16 code units, without cutting a character. */
export function isBetweenCharacters(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code < firstMark && code !== lineFeed) return true;
  const from = partBefore(text, at);
  const near = text.slice(from, at + longest);
  const character = segmenter.segment(near).containing(at - from);
  return character === undefined || character.index === at - from || character.segment.length > longest;
}

/** Where the part of a text begins that shows which characters are at a place. It does not begin in the middle of a flag. */
function partBefore(text: string, at: number): number {
  const from = Math.max(0, at - 2 * longest);
  let first = from - (isTrail(text, from) ? 1 : 0);
  while (isHalfFlag(text, first) && isHalfFlag(text, first - 2)) first -= 2;
  return from + ((from - first) % 4);
}

/** The second code unit of a code point. */
function isTrail(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** A letter of which two make a flag. */
function isHalfFlag(text: string, at: number): boolean {
  const code = at < 0 ? 0 : (text.codePointAt(at) ?? 0);
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}
