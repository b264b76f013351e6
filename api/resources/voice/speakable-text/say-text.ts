import { type Words, withMarksSaid, withPicturesSaid } from './words.ts';

/**
 * Pictures among the characters: with their selectors, skin tones and joiners, flags and keycaps. Signs that are letters
 * to a reader (©, ™, ℹ, arrows) are none.
 */
const emoji =
  /(?:\p{Regional_Indicator}{2}|(?![©®™‼⁉ℹ↔-↪])\p{Extended_Pictographic}(?:[\u{1f3fb}-\u{1f3ff}]|\ufe0f|\u20e3|\u200d\p{Extended_Pictographic}|[\u{e0020}-\u{e007f}])*)/gu;
/** `[text][id]` and `[^note]` whose definition is in another piece. */
const reference = /\[([^[\]]{1,200})\]\[[^[\]]{0,200}\]/g;
const note = /\[\^[^[\]\s]{1,64}\]/g;

/** Characters that nobody sees: controls, marks of direction, soft hyphens, and what is left of pictures. */
const unseen =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe0e\ufe0f]|\u20e3/gu;

/**
 * The spoken form of a text, on one line: without emoji, unless there is nothing else, and without marks that belong to
 * nothing. Numbers on two lines, or on both sides of a picture, stay two: 100 and 200 do not become 100 200.
 */
export function sayText(text: string, words: Words): string {
  const said = withMarksSaid(text, words)
    .replaceAll(note, '')
    .replaceAll(/(?:\[\d{1,3}\]){2}/g, '')
    .replaceAll(reference, '$1')
    .replaceAll(/\*{2,}|_{2,}|~{2,}|\${2,}/g, ' ')
    .replaceAll(emoji, '\n')
    .replaceAll(/(?<=\d)[^\S\n]*\n\s*(?=\d)/g, ', ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(unseen, '')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ (?=[.,;:!?](?:\s|$))/g, '')
    .trim();
  return isSpeakable(said) ? said : (withPicturesSaid(text, words) ?? said);
}

/** Whether there is anything to say in a text: a letter, a digit, a currency, or a mark that a voice reads. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}\p{Sc}✓✗]/u.test(text);
}

/** The spoken form of a block. Empty if there is nothing to speak. */
export function utterance(text: string): string {
  const said = text.trim();
  return isSpeakable(said) ? said : '';
}

/** The text with a full stop, at which a voice pauses, unless it ends in another mark at which it does. */
export function sentence(text: string): string {
  return /[.!?…:;。！？]["'”’»)\]]*$/.test(text) ? text : `${text.replace(/[\s,–—-]+$/, '')}.`;
}
