/** A text that must not be shown, and its replacement. */
export type Replacement = readonly [hidden: string, shown: string];

interface Pattern {
  hidden: string;
  shown: string;
  /** The longest other pattern that is a prefix of this one. */
  shorter: Pattern | undefined;
}

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

  constructor(replacements: Iterable<Replacement>) {
    const distinct = [...new Map(replacements)].filter(
      ([hidden, shown]) => hidden !== '' && hidden !== shown,
    );
    distinct.sort(([one], [other]) => (one < other ? -1 : 1));
    let before: Pattern | undefined;
    for (const [hidden, shown] of distinct) {
      let shorter = before;
      while (shorter !== undefined && !hidden.startsWith(shorter.hidden)) shorter = shorter.shorter;
      before = { hidden, shown, shorter };
      this.#patterns.push(before);
    }
    const lengths = distinct.map(([hidden]) => hidden.length);
    this.#longest = lengths.reduce((most, length) => Math.max(most, length), 0);
    this.#headLength = lengths.reduce((least, length) => Math.min(least, length), longestHead);
    this.#heads = new Set(distinct.map(([hidden]) => hidden.slice(0, this.#headLength)));
    this.#firstUnits = new Set(distinct.map(([hidden]) => hidden.charCodeAt(0)));
  }

  get empty(): boolean {
    return this.#patterns.length === 0;
  }

  /** The text with every hidden text replaced: from left to right, the longest one at each position. */
  replaceIn(text: string): string {
    if (this.empty) return text;
    let result = '';
    let copied = 0;
    const last = text.length - this.#headLength;
    for (let at = 0; at <= last; at += 1) {
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

  #find(text: string, at: number): Pattern | undefined {
    if (!this.#firstUnits.has(text.charCodeAt(at))) return undefined;
    if (!this.#heads.has(text.slice(at, at + this.#headLength))) return undefined;
    let found = this.#lastUpTo(text.slice(at, at + this.#longest));
    while (found !== undefined && !text.startsWith(found.hidden, at)) found = found.shorter;
    return found;
  }

  /**
   * The last pattern in order that does not come after a text. Any pattern that is a prefix of the text is that one, or
   * a prefix of it.
   */
  #lastUpTo(text: string): Pattern | undefined {
    let low = 0;
    let high = this.#patterns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#patterns[middle]?.hidden ?? '') <= text) low = middle + 1;
      else high = middle;
    }
    return this.#patterns[low - 1];
  }
}
