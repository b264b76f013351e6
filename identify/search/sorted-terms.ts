import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many terms are added or sorted before others have their turn: a few milliseconds of work. */
const termsAtOnce = 5000;

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

  /** Sorts the texts in turns, because sorting all at once would block the event loop. */
  static async of(numbersOf: ReadonlyMap<string, readonly number[]>): Promise<SortedTerms> {
    const groups = [...Map.groupBy(numbersOf.keys(), (term) => term.slice(0, 2))];
    const terms: string[] = [];
    let sorted = 0;
    for (const [, group] of groups.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      for (const term of group.toSorted()) terms.push(term);
      sorted += group.length;
      if (sorted >= termsAtOnce) {
        sorted = 0;
        await nextTurn();
      }
    }
    const starts = new Uint32Array(terms.length + 1);
    let end = 0;
    for (const [at, term] of terms.entries()) {
      end += numbersOf.get(term)?.length ?? 0;
      starts[at + 1] = end;
    }
    await nextTurn();
    const numbers = new Uint32Array(end);
    for (const [at, term] of terms.entries()) {
      numbers.set(numbersOf.get(term) ?? [], starts[at]);
      if (at % termsAtOnce === 0) await nextTurn();
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
