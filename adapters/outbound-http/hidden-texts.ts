import { setImmediate as nextTick } from 'node:timers/promises';

/** A text is recognized by so many characters at its end, which bounds what each place of what is searched costs. */
const tailLength = 32;
/** After so many characters others have their turn. */
const windowLength = 16 * 1024;

interface Range {
  from: number;
  to: number;
}

/**
 * Replaces texts wherever they stand, in time that grows with what is searched, whatever that and the texts are: their
 * tails are looked for by one expression of literals, and from where one stands the text is followed backwards for as
 * long as it is the same. It holds the event loop for a few milliseconds at a time.
 */
export class HiddenTexts {
  readonly #byTail: Map<string, string[]>;
  readonly #tails: RegExp | undefined;
  readonly #shown: string;

  /**
   * @param hidden without control characters
   * @param shown what stands in their place
   */
  constructor(hidden: string[], shown: string) {
    this.#byTail = Map.groupBy(hidden, (text) => text.slice(-tailLength));
    // Of those that begin alike the longest has to be found.
    const tails = [...this.#byTail.keys()].toSorted((one, other) => other.length - one.length);
    const literals = tails.map((tail) => RegExp.escape(tail));
    this.#tails = tails.length === 0 ? undefined : new RegExp(literals.join('|'), 'g');
    this.#shown = shown;
  }

  /** Each text without what is hidden; the same list when that stands in none. */
  async hideIn(texts: string[]): Promise<string[]> {
    // Nothing that is hidden reaches over a control character.
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

  /** Where hidden texts stand: in order, those that touch as one. */
  async #find(text: string): Promise<Range[]> {
    const ranges: Range[] = [];
    if (this.#tails === undefined) return ranges;
    const tails = new RegExp(this.#tails);
    for (let start = 0; start < text.length; start += windowLength) {
      await nextTick();
      const window = text.slice(start, start + windowLength + tailLength - 1);
      tails.lastIndex = 0;
      for (let found = tails.exec(window); found !== null; found = tails.exec(window)) {
        const [tail] = found;
        const from = start + found.index;
        this.#add(ranges, text, { from, to: from + tail.length });
        // One may begin inside another.
        tails.lastIndex = found.index + 1;
      }
    }
    return ranges;
  }

  /** Adds where a tail stands, and what stands before it of the longest text that ends so. */
  #add(ranges: Range[], text: string, { from, to }: Range): void {
    const last = ranges.at(-1);
    // What is hidden already is not looked at again.
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
