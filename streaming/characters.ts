/**
 * Characters as people see them: an emoji of several code points, a flag of two, a letter with its marks. All functions look at a
 * bounded part of a text, whatever its length.
 */

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** A character of more code units than this is taken apart: no writing has one. */
const longest = 128;
/** Below are no marks and no joiners, so nothing continues the character before it, but a line feed after a return. */
const firstMark = 0x300;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * The length of the last character of a text, in UTF-16 code units, if what follows may continue it; otherwise 0. Letters of ASCII and
 * of Latin-1 are taken to be whole, because nearly all of them are, and they would be late otherwise.
 */
export function unfinishedLength(text: string): number {
  if (text === '') return 0;
  const code = text.charCodeAt(text.length - 1);
  if (code < firstMark && code !== carriageReturn) return 0;
  const end = text.slice(-2 * longest);
  const last = segmenter.segment(end).containing(end.length - 1)?.segment ?? '';
  return last.length <= longest ? last.length : 0;
}

/** Whether a text can be cut at a place, in UTF-16 code units, without cutting a character. */
export function isBetweenCharacters(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const code = text.charCodeAt(at);
  if (code < firstMark && code !== lineFeed) return true;
  const from = Math.max(0, at - 2 * longest);
  const near = text.slice(from, at + longest);
  const character = segmenter.segment(near).containing(at - from);
  return character === undefined || character.index === at - from || character.segment.length > longest;
}
