import { type Words, withMarksSaid } from './words.ts';

/**
 * Pictures among the characters: with their selectors, skin tones and joiners, flags and keycaps. Signs that are letters
 * to a reader (©, ™, ℹ, arrows) are none.
 */
const emoji =
  /(?:\p{Regional_Indicator}{2}|(?![©®™‼⁉ℹ↔-↪])\p{Extended_Pictographic}(?:[\u{1f3fb}-\u{1f3ff}]|\ufe0f|\u20e3|\u200d\p{Extended_Pictographic}|[\u{e0020}-\u{e007f}])*)/gu;
/** `[text][id]` and `[^note]` whose definition is in another piece. */
const reference = /\[([^[\]]{1,200})\]\[[^[\]]{0,200}\]/g;
const note = /\[\^[^[\]\s]{1,64}\]/g;

/** A run of text on one line: without emoji, and without marks that belong to nothing. */
export function sayText(text: string, words: Words): string {
  return (
    withMarksSaid(text, words)
      .replaceAll(note, '')
      .replaceAll(/(?:\[\d{1,3}\]){2}/g, '')
      .replaceAll(reference, '$1')
      .replaceAll(/\*{2,}|_{2,}|~{2,}/g, ' ')
      .replaceAll(emoji, ' ')
      // What is left of the keycap 1, and of pictures that are selected by themselves.
      .replaceAll(/[\ufe0e\ufe0f\u20e3\u200b\u2060\ufeff]/g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ (?=[.,;:!?](?:\s|$))/g, '')
      .trim()
  );
}

/** Whether there is anything to say in a text: a letter, a digit, a currency, or a mark that a voice reads. */
export function isSpeakable(text: string): boolean {
  return /[\p{L}\p{N}\p{Sc}✓✗]/u.test(text);
}

/** What is said of a block. Empty if there is nothing to say. */
export function utterance(text: string): string {
  const said = text.trim();
  return isSpeakable(said) ? said : '';
}

/** The text with a full stop, at which a voice pauses, unless it ends in another mark at which it does. */
export function sentence(text: string): string {
  return /[.!?…:;。！？]["'”’»)\]]*$/.test(text) ? text : `${text.replace(/[\s,–—-]+$/, '')}.`;
}
