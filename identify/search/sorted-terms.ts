import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { sortInTurns } from '#engine/event-loop/sort-in-turns.ts';

/** How many terms or numbers are placed before others have their turn: a few milliseconds of work. */
const placedAtOnce = 10_000;

/**
 * Texts and the numbers that each stands for, as they are collected. All pairs are in two arrays of numbers: a hundred thousand arrays
 * with a few numbers each would have to be copied by the garbage collector while they are made, which stops the thread.
 */
export class CollectedTerms {
  /** The texts in the order in which they came first. */
  readonly ids = new Map<string, number>();
  /** The pairs as they came: which text, and the number. */
  readonly pairs: { readonly ids: number[]; readonly numbers: number[] } = { ids: [], numbers: [] };
  readonly #last: number[] = [];

  add(term: string, number: number): void {
    const id = this.ids.get(term) ?? this.ids.size;
    if (id === this.ids.size) this.ids.set(term, id);
    if (this.#last[id] === number) return;
    this.#last[id] = number;
    this.pairs.ids.push(id);
    this.pairs.numbers.push(number);
  }
}

/**
 * Texts and the numbers that each stands for. The texts are sorted and the numbers are in their order, so those of all texts with
 * one beginning are one piece of an array.
 */
export class SortedTerms {
  readonly terms: readonly string[];
  readonly #starts: Uint32Array;
  readonly #numbers: Uint32Array;

  private constructor(terms: readonly string[], starts: Uint32Array, numbers: Uint32Array) {
    this.terms = terms;
    this.#starts = starts;
    this.#numbers = numbers;
  }

  /** Sorts what was collected, in turns. */
  static async of({ ids, pairs }: CollectedTerms): Promise<SortedTerms> {
    const terms = await sortInTurns([...ids.keys()]);
    const positions = new Uint32Array(terms.length);
    for (const [position, term] of terms.entries()) {
      positions[ids.get(term) ?? 0] = position;
      if (position % placedAtOnce === 0) await yieldToOthers();
    }
    const positionOf = (pair: number) => positions[pairs.ids[pair] ?? 0] ?? 0;
    const count = pairs.numbers.length;
    // First how many numbers each text has, then where its numbers begin.
    const starts = new Uint32Array(terms.length + 1);
    for (let pair = 0; pair < count; pair += 1) {
      const next = positionOf(pair) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
      if (pair % placedAtOnce === 0) await yieldToOthers();
    }
    for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    const numbers = new Uint32Array(count);
    const ends = starts.slice();
    for (let pair = 0; pair < count; pair += 1) {
      const position = positionOf(pair);
      const end = ends[position] ?? 0;
      numbers[end] = pairs.numbers[pair] ?? 0;
      ends[position] = end + 1;
      if (pair % placedAtOnce === 0) await yieldToOthers();
    }
    return new SortedTerms(terms, starts, numbers);
  }

  /** The numbers of a text. Empty if it is unknown. */
  exactly(text: string): Uint32Array {
    const at = this.#from(text);
    return this.terms[at] === text ? this.#between(at, at + 1) : this.#between(0, 0);
  }

  /** The numbers of all texts that begin so, except those of the text itself. */
  longer(text: string): Uint32Array {
    const at = this.#from(text);
    return this.#between(this.terms[at] === text ? at + 1 : at, this.#from(`${text}\u{10FFFF}`));
  }

  /** The numbers of the text at a position in `terms`. */
  at(position: number): Uint32Array {
    return this.#between(position, position + 1);
  }

  #between(from: number, to: number): Uint32Array {
    return this.#numbers.subarray(this.#starts[from], this.#starts[to]);
  }

  /** The position of the first text that is not less. */
  #from(text: string): number {
    let [low, high] = [0, this.terms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.terms[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
