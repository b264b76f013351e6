import SearchableMap from 'minisearch/SearchableMap';
import type { SortedTerms } from './sorted-terms.ts';

/** A word that may have been meant: its position among the terms, and how many typos are between. */
export interface Meant {
  position: number;
  typos: number;
}

/** Words in which typos are looked for. Digits are codes, of which another one is another bank. */
const spelled = /^[a-z]{3,24}$/;

/** The words of a vocabulary by their spelling. */
export class Spellings {
  readonly #positions = new SearchableMap<number>();

  add(term: string, position: number): void {
    if (spelled.test(term)) this.#positions.set(term, position);
  }

  /**
   * Words with few typos between: a letter more, less or another, or two neighbours that were swapped. One in words of up to five
   * letters, two in longer ones.
   */
  meant(word: string): Meant[] {
    if (!spelled.test(word)) return [];
    const most = word.length < 6 ? 1 : 2;
    const found = new Map<number, number>();
    const note = (position: number, typos: number) => {
      if (typos < (found.get(position) ?? Infinity)) found.set(position, typos);
    };
    for (const [, [position, typos]] of this.#positions.fuzzyGet(word, most)) note(position, typos);
    // A swap, which would count as two, and what is left of the typos.
    for (let at = 1; at < word.length; at += 1) {
      const swapped = word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1);
      if (swapped === word) continue;
      for (const [, [position, typos]] of this.#positions.fuzzyGet(swapped, most - 1)) {
        note(position, typos + 1);
      }
    }
    return [...found].map(([position, typos]) => ({ position, typos }));
  }
}

/** The spellings of all terms, in turns. */
export async function spellingsOf(
  { terms }: SortedTerms,
  yieldToOthers: () => Promise<void>,
): Promise<Spellings> {
  const spellings = new Spellings();
  for (const [position, term] of terms.entries()) {
    spellings.add(term, position);
    if (position % 2000 === 1999) await yieldToOthers();
  }
  return spellings;
}
