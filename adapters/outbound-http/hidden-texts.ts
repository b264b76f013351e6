import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';

/** A text is recognized by this many characters at its end, so that the cost of each position is bounded. */
const tailLength = 32;
/** The search yields to the event loop after this many characters. */
const windowLength = 16 * 1024;

interface Range {
  from: number;
  to: number;
}

/**
 * Replaces texts wherever they occur. The time is linear in the length of the searched text, for any input: one regular
 * expression of literals finds the ends of the texts, and from there each text is compared backwards. The event loop is
 * blocked for a few milliseconds at a time.
 */
export class HiddenTexts {
  readonly #byTail: Map<string, string[]>;
  readonly #tails: RegExp | undefined;
  readonly #shown: string;

  /**
   * @param hidden without control characters
   * @param shown what replaces them
   */
  constructor(hidden: string[], shown: string) {
    this.#byTail = Map.groupBy(hidden, (text) => text.slice(-tailLength));
    // If one begins with another, the longer one must be found.
    const tails = [...this.#byTail.keys()].toSorted((one, other) => other.length - one.length);
    const literals = tails.map((tail) => RegExp.escape(tail));
    this.#tails = tails.length === 0 ? undefined : new RegExp(literals.join('|'), 'g');
    this.#shown = shown;
  }

  /** @returns the texts with replacements; the same array if there are none */
  async hideIn(texts: string[]): Promise<string[]> {
    // A hidden text has no control characters, so no match crosses the separator.
    const joined = texts.join('\0');
    const found = await this.#find(joined);
    if (found.length === 0) return texts;
    const ranges = found.values();
    let range = ranges.next().value;
    let start = 0;
    return texts.map((text) => {
      const end = start + text.length;
      let result = '';
      for (; range !== undefined && range.to <= end; range = ranges.next().value) {
        result += joined.slice(start, range.from) + this.#shown;
        start = range.to;
      }
      result += joined.slice(start, end);
      start = end + 1;
      return result;
    });
  }

  /** The places of hidden texts, in order. Adjacent and overlapping ones are merged. */
  async #find(text: string): Promise<Range[]> {
    const ranges: Range[] = [];
    if (this.#tails === undefined) return ranges;
    const tails = new RegExp(this.#tails);
    for (let start = 0; start < text.length; start += windowLength) {
      await yieldToOthers();
      const window = text.slice(start, start + windowLength + tailLength - 1);
      tails.lastIndex = 0;
      for (let found = tails.exec(window); found !== null; found = tails.exec(window)) {
        const [tail] = found;
        const from = start + found.index;
        this.#add(ranges, text, { from, to: from + tail.length });
        // Matches may overlap.
        tails.lastIndex = found.index + 1;
      }
    }
    return ranges;
  }

  /** Adds a match of a tail, extended backwards over the longest text that ends with it. */
  #add(ranges: Range[], text: string, { from, to }: Range): void {
    const last = ranges.at(-1);
    // Characters that are hidden already are not compared again.
    const earliest = last?.to ?? 0;
    const beginnings = (this.#byTail.get(text.slice(from, to)) ?? []).map((hidden) => {
      let at = from;
      let left = hidden.length - (to - from);
      while (left > 0 && at > earliest && hidden[left - 1] === text[at - 1]) {
        at -= 1;
        left -= 1;
      }
      return at;
    });
    const beginning = Math.min(...beginnings);
    if (last !== undefined && beginning <= last.to) last.to = Math.max(last.to, to);
    else ranges.push({ from: beginning, to });
  }
}
