/** A text that must not be shown, and its replacement. */
export type Replacement = readonly [hidden: string, shown: string];

interface Pattern {
  hidden: string;
  shown: string;
  /** The longest other pattern that is a prefix of this one. */
  shorter: Pattern | undefined;
}

/** How many more characters several searches may compare. Once this is negative, nothing more is found. */
export interface Effort {
  left: number;
}

/** Others may work after so many characters of a text, and of comparisons. */
const charactersAtOnce = 64 * 1024;
const comparedAtOnce = 1024 * 1024;

/** If no pattern has the same first characters as the text, up to this many, none is looked up. */
const longestHead = 8;

/**
 * Replaces any number of texts in one pass. The time grows with the text and hardly with the number of patterns: a run
 * may have a thousand results, and its next payload contains all of them.
 */
export class TextReplacements {
  /** In the order of their code units, without duplicates. */
  readonly #patterns: Pattern[] = [];
  readonly #headLength: number;
  readonly #heads: ReadonlySet<string>;
  readonly #firstUnits: ReadonlySet<number>;
  readonly #longest: number;
  readonly #effort: Effort;
  /** How many characters were compared since others could work. */
  #compared = 0;

  /**
   * @param effort limits the work, because a repetitive text may be compared in full at every position. If it is
   *   negative afterwards, the result is incomplete
   */
  constructor(replacements: Iterable<Replacement>, effort: Effort = { left: Number.POSITIVE_INFINITY }) {
    this.#effort = effort;
    const shownOf = new Map(replacements);
    // In the order of their code units, which comparing functions would only make slower.
    const sorted = [...shownOf.keys()].toSorted();
    let before: Pattern | undefined;
    for (const hidden of sorted) {
      const shown = shownOf.get(hidden) ?? '';
      if (hidden === '' || hidden === shown) continue;
      let shorter = before;
      while (shorter !== undefined && !hidden.startsWith(shorter.hidden)) shorter = shorter.shorter;
      before = { hidden, shown, shorter };
      this.#patterns.push(before);
    }
    const lengths = this.#patterns.map(({ hidden }) => hidden.length);
    this.#longest = lengths.reduce((most, length) => Math.max(most, length), 0);
    this.#headLength = lengths.reduce((least, length) => Math.min(least, length), longestHead);
    this.#heads = new Set(this.#patterns.map(({ hidden }) => hidden.slice(0, this.#headLength)));
    this.#firstUnits = new Set(this.#patterns.map(({ hidden }) => hidden.charCodeAt(0)));
  }

  get empty(): boolean {
    return this.#patterns.length === 0;
  }

  /** The text with every hidden text replaced: from left to right, the longest one at each position. */
  replaceIn(text: string): string {
    const steps = this.replacingIn(text);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value;
  }

  /** The same in steps: the caller may let others work between two of them. */
  *replacingIn(text: string): Generator<void, string> {
    if (this.empty) return text;
    let result = '';
    let copied = 0;
    let rested = 0;
    const last = text.length - this.#headLength;
    for (let at = 0; at <= last; at += 1) {
      if (at - rested > charactersAtOnce || this.#compared > comparedAtOnce) {
        rested = at;
        this.#compared = 0;
        yield;
      }
      const found = this.#find(text, at);
      if (found === undefined) continue;
      result += text.slice(copied, at) + found.shown;
      copied = at + found.hidden.length;
      at = copied - 1;
    }
    return copied === 0 ? text : result + text.slice(copied);
  }

  /** The longest hidden text at a position, with its replacement. */
  at(text: string, place: number): Replacement | undefined {
    const found = this.#find(text, place);
    return found === undefined ? undefined : [found.hidden, found.shown];
  }

  /** Whether a text ends, from a position on, with the beginning of a hidden text that is longer. */
  mayBeginAt(text: string, at: number): boolean {
    if (text.length - at >= this.#longest || !this.#firstUnits.has(text.charCodeAt(at))) return false;
    const rest = text.slice(at);
    return this.#patterns[this.#countUpTo(rest)]?.hidden.startsWith(rest) === true;
  }

  #find(text: string, at: number): Pattern | undefined {
    if (!this.#firstUnits.has(text.charCodeAt(at))) return undefined;
    if (!this.#heads.has(text.slice(at, at + this.#headLength)) || this.#effort.left < 0) return undefined;
    // Any pattern that is a prefix of the text is the last one that does not come after it, or a prefix of that.
    let found = this.#patterns[this.#countUpTo(text.slice(at, at + this.#longest)) - 1];
    if (found === undefined || this.#isAt(text, at, found)) return found;
    const common = this.#commonLength(text, at, found.hidden);
    while (found !== undefined && found.hidden.length > common) {
      this.#spend(1);
      found = found.shorter;
    }
    return found;
  }

  #isAt(text: string, at: number, { hidden }: Pattern): boolean {
    if (hidden.length > text.length - at) return false;
    this.#spend(hidden.length);
    return text.startsWith(hidden, at);
  }

  /** How many characters of a pattern are in the text at a position. */
  #commonLength(text: string, at: number, hidden: string): number {
    let length = 0;
    while (length < hidden.length && text.charCodeAt(at + length) === hidden.charCodeAt(length)) length += 1;
    this.#spend(length);
    return length;
  }

  /** How many patterns do not come after a text in order. */
  #countUpTo(text: string): number {
    let low = 0;
    let high = this.#patterns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const hidden = this.#patterns[middle]?.hidden ?? '';
      this.#spend(Math.min(hidden.length, text.length));
      if (hidden <= text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #spend(characters: number): void {
    this.#effort.left -= characters;
    this.#compared += characters;
  }
}
