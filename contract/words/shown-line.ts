import { defined } from '../defined.ts';
import { hasUnseen, visibleLine } from './unseen-characters.ts';

/** The most characters of a line that are shown. */
export const lineCharacters = 2000;

/** A line as it is shown, and how many of its parts are shown at least in part. */
export interface ShownLine {
  text: string;
  parts: number;
  /** How many characters of the last of these are shown, if not all. */
  cutTo?: number;
}

/** The beginning of a text in which each run of white space is one space, and how many characters it has in all. */
export interface Collapsed {
  start: string;
  length: number;
  endsInSpace: boolean;
}

/**
 * A part of lines of at most `most` characters: a text in which each run of white space is one space. It is looked at
 * once, however long it is and in however many lines it stands.
 */
export class LinePart {
  /** How many characters it has in all. */
  readonly length: number;
  readonly startsWithSpace: boolean;
  readonly endsInSpace: boolean;
  /** Its beginning, written out: enough to fill a line. */
  readonly #written: string;
  /** The characters of that; undefined if each is one unit, as it stands there. */
  readonly #characters: readonly string[] | undefined;
  readonly #width: number;

  /** @param text or as much of it as fills a line: at least twice as many units as `most` */
  constructor(text: string | Collapsed, most = lineCharacters) {
    const { start, length, endsInSpace } = typeof text === 'string' ? collapse(text, 2 * most) : text;
    this.length = length;
    this.startsWithSpace = start.startsWith(' ');
    this.endsInSpace = endsInSpace;
    const isPlain = !hasUnseen(start) && !/[\uD800-\uDFFF]/.test(start);
    this.#characters = isPlain ? undefined : writtenOut(start);
    this.#written = this.#characters?.join('') ?? start;
    this.#width = (this.#characters ?? []).reduce((sum, character) => sum + widthOf(character), 0);
  }

  /** Whether there is something to see. */
  get isBlank(): boolean {
    return this.length === 0 || (this.length === 1 && this.startsWithSpace);
  }

  /** Whether all of it fits into a line of its own. */
  get fitsAlone(): boolean {
    return this.fit(0, lineCharacters).characters === this.length;
  }

  /**
   * As many characters as fit into `room`, and how much room they take. One that is written out takes more than one.
   * @param skip how many to leave out at the beginning
   */
  fit(skip: number, room: number): { text: string; characters: number; taken: number } {
    if (this.#characters === undefined) {
      const text = this.#written.slice(skip, skip + room);
      return { text, characters: text.length, taken: text.length };
    }
    if (this.#characters.length === this.length && this.#width - skip <= room) {
      return {
        text: this.#written.slice(skip),
        characters: this.length - skip,
        taken: this.#width - skip,
      };
    }
    let text = '';
    let [characters, taken] = [0, 0];
    for (let at = skip; at < this.#characters.length; at += 1) {
      const character = this.#characters[at] ?? '';
      const needed = widthOf(character);
      if (taken + needed > room) break;
      text += character;
      characters += 1;
      taken += needed;
    }
    return { text, characters, taken };
  }
}

/**
 * A line that a person reads before they decide. White space does not take the place of anything, what cannot be seen is
 * written out, and what does not fit is counted: `… 2,950 more characters`.
 */
export function shownLine(parts: readonly LinePart[], most = lineCharacters): ShownLine {
  let text = '';
  let room = most;
  /** Characters that are not shown. */
  let more = 0;
  let begun = 0;
  let cutTo: number | undefined;
  let afterSpace = true;
  for (const part of parts) {
    const skip = afterSpace && part.startsWithSpace ? 1 : 0;
    const length = part.length - skip;
    if (more > 0) {
      more += length;
    } else if (length > 0) {
      const fitting = part.fit(skip, room);
      text += fitting.text;
      room -= fitting.taken;
      more = length - fitting.characters;
      if (fitting.characters > 0) {
        begun += 1;
        if (more > 0) cutTo = fitting.characters;
      }
    } else begun += 1;
    if (length > 0) afterSpace = part.endsInSpace;
  }
  if (afterSpace && more > 0) more -= 1;
  return { text: withCount(text.trimEnd(), more), parts: begun, ...defined({ cutTo }) };
}

/** Whether a text in one line of `most` characters is not cut. */
export function fitsInLine(text: string, most: number): boolean {
  const part = new LinePart(text, most);
  return part.fit(0, most).characters === part.length;
}

/** A text in one line, cut to `most` characters. */
export function shownText(text: string, most = lineCharacters): string {
  return shownLine([new LinePart(text, most)], most).text;
}

/** A text without line breaks, which are written out: a label that has one would look like another field. */
export function shownLabel(label: string): string {
  return visibleLine(label).replaceAll(/\s+/g, ' ').trim();
}

/** The characters of a text, each of which is written out if it cannot be seen. */
function writtenOut(text: string): string[] {
  const known = new Map<string, string>();
  return Array.from(text, (character) => {
    const written = known.get(character) ?? visibleLine(character);
    known.set(character, written);
    return written;
  });
}

/** The room of a character. Half of a pair is written out, so two units are one character, as people count. */
function widthOf(character: string): number {
  return character.length <= 2 ? 1 : character.length;
}

function withCount(text: string, more: number): string {
  if (more <= 0) return text;
  const count = String(more).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${text}… ${count} more ${more === 1 ? 'character' : 'characters'}`;
}

/** Collapses the white space of a text. @param keep how many units of it to keep */
export function collapse(text: string, keep: number): Collapsed {
  let start = '';
  let length = 0;
  let endsInSpace = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const space = isSpace(unit);
    if (space && endsInSpace) continue;
    if (!isSecondHalf(text, at, unit)) length += 1;
    if (start.length < keep || (start.length === keep && isSecondHalf(text, at, unit))) {
      start += space ? ' ' : text[at];
    }
    endsInSpace = space;
  }
  return { start, length, endsInSpace };
}

/** White space as Unicode defines it, except for U+FEFF, which has no width. */
function isSpace(unit: number): boolean {
  if (unit <= 0xa0) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0x85 || unit === 0xa0;
  if (unit < 0x1680) return false;
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

function isSecondHalf(text: string, at: number, unit: number): boolean {
  if (unit < 0xdc00 || unit > 0xdfff || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff;
}
