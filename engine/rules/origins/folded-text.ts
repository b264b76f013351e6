/** The part of a text where a value stands. */
export interface Span {
  start: number;
  end: number;
}

/** Separates the values of a source, so that no value is found across two of them. */
export const valueBoundary = '\u0000';

/** A text in a form in which spellings are equal, and where each of its characters comes from. */
interface Folded {
  text: string;
  /** The position in the text of each character of the form. */
  at: Uint32Array;
}

/** How often a value may stand inside of longer words before a text is given up: the work stays linear. */
const mostPartial = 200;

/**
 * A text in which values are looked for, whatever their case, white space, width, accents' encoding and invisible characters and, for
 * references of accounts, their punctuation. A value that is a part of a longer word is not found.
 */
export class FoldedText {
  /** The text that positions refer to. */
  readonly text: string;
  #words: Folded | undefined;
  #compact: Folded | undefined;

  constructor(text: string) {
    this.text = text.normalize('NFC');
  }

  /** Where a value stands first. */
  find({ words, reference }: FoldedValue): Span | undefined {
    const found = this.#findIn((this.#words ??= fold(this.text, 'words')), words);
    if (found !== undefined || reference === undefined) return found;
    return this.#findIn((this.#compact ??= fold(this.text, 'compact')), reference);
  }

  #findIn({ text, at }: Folded, value: string): Span | undefined {
    if (value === '') return undefined;
    let from = 0;
    for (let tries = 0; tries < mostPartial; tries += 1) {
      const found = text.indexOf(value, from);
      if (found === -1) return undefined;
      const start = at[found] ?? 0;
      const last = at[found + value.length - 1] ?? start;
      const end = last + widthAt(this.text, last);
      if (!isInWord(this.text, start) && !isInWord(this.text, end)) return { start, end };
      from = found + 1;
    }
    return undefined;
  }
}

/** A value in the forms in which it is looked for. */
export interface FoldedValue {
  words: string;
  /** Letters and digits alone, if it looks like the reference of an account. */
  reference?: string;
}

/** The longest text that can be the reference of an account. */
const longestReference = 64;

export function foldedValue(value: string): FoldedValue {
  const words = fold(value.normalize('NFC'), 'words').text.trim();
  if (value.length > longestReference) return { words };
  const reference = fold(value, 'compact').text;
  const isReference = reference.length >= 6 && (reference.match(/\d/g)?.length ?? 0) >= 4;
  return isReference ? { words, reference } : { words };
}

/** Whether a position is between two letters or digits. */
function isInWord(text: string, position: number): boolean {
  if (position <= 0 || position >= text.length) return false;
  return isWordPart(text, position - 1) && isWordPart(text, position);
}

function isWordPart(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  // A half of a character beyond the first plane stands for itself.
  return code < 128 ? isAsciiWord(code) : /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
}

function isAsciiWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function widthAt(text: string, position: number): number {
  return (text.codePointAt(position) ?? 0) > 0xff_ff ? 2 : 1;
}

type Form = 'words' | 'compact';

function fold(text: string, form: Form): Folded {
  const folding = new Folding(text.length);
  let isAfterSpace = false;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === 0) {
      folding.add(0, position);
      isAfterSpace = true;
    } else if (code < 128 && isAsciiWord(code)) {
      folding.add(code >= 65 && code <= 90 ? code + 32 : code, position);
      isAfterSpace = false;
    } else if (code <= 32) {
      if (form === 'words' && !isAfterSpace) folding.add(32, position);
      isAfterSpace = true;
    } else if (code < 128) {
      if (form === 'words') folding.add(code, position);
      isAfterSpace = false;
    } else {
      const start = position;
      const character = String.fromCodePoint(text.codePointAt(position) ?? code);
      position += character.length - 1;
      const folded = foldedCharacter(character);
      if (folded === ' ') {
        if (form === 'words' && !isAfterSpace) folding.add(32, start);
        isAfterSpace = true;
        continue;
      }
      if (folded === '') continue;
      isAfterSpace = false;
      if (form === 'compact' && !/[\p{L}\p{N}]/u.test(folded)) continue;
      for (let index = 0; index < folded.length; index += 1) folding.add(folded.charCodeAt(index), start);
    }
  }
  return folding.end();
}

/** A character that is not ASCII, in lower case and by compatibility; a blank for white space, and nothing if it cannot be seen. */
function foldedCharacter(character: string): string {
  if (/^\p{White_Space}$/u.test(character)) return ' ';
  if (/^\p{Cf}$/u.test(character)) return '';
  return character.normalize('NFKC').toLowerCase();
}

const utf16 = new TextDecoder('utf-16le');

/** A form of a text that is being written. Most have as many characters as the text, or fewer. */
class Folding {
  #codes: Uint16Array;
  #at: Uint32Array;
  #length = 0;

  constructor(room: number) {
    this.#codes = new Uint16Array(room);
    this.#at = new Uint32Array(room);
  }

  add(code: number, position: number): void {
    if (this.#length === this.#codes.length) this.#grow();
    this.#codes[this.#length] = code;
    this.#at[this.#length] = position;
    this.#length += 1;
  }

  end(): Folded {
    return {
      text: utf16.decode(this.#codes.subarray(0, this.#length)),
      at: this.#at.subarray(0, this.#length),
    };
  }

  #grow(): void {
    const [codes, at] = [this.#codes, this.#at];
    const room = 2 * this.#length + 16;
    this.#codes = new Uint16Array(room);
    this.#at = new Uint32Array(room);
    this.#codes.set(codes);
    this.#at.set(at);
  }
}
