import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import type { Rail } from '#contract/rail.ts';
import { foldWords } from '../fold-words.ts';
import { type BankIndex, countryNumber, railBits } from './bank-index.ts';
import { placeOf } from './place.ts';
import { joinedName, searchWords } from './search-words.ts';
import type { SortedTerms } from './sorted-terms.ts';

/** The words of a search. */
export interface Wanted {
  q: string;
  country: string | undefined;
  rail: Rail | undefined;
}

/** Scores: less is better. A typo counts more than anything that rows without one can differ in. */
const score = { code: 0, name: 1, nameStart: 2, words: 3 };
const cost = { word: 0, start: 1, other: 2, otherStart: 3, typo: 256 };
const most = 0xff_ff;
const none = 0xff_ff;

/** Whether a row with this score has the whole text as it is: as a code, as the beginning of the name, or each word in the name. */
export function isSure(rowScore: number): boolean {
  return rowScore <= score.words + cost.word;
}

/** Words after these are looked for as they are, without typos. */
const mostMistyped = 8;

/**
 * The rows of an index that fit, in no order: whole codes first, then names that begin like the text, then rows that have a word for each
 * of its words, then those that have one if it has typos.
 * @returns their places, see {@link placeOf}
 * @param exact rows that the whole text is a code of
 * @param options `typos`: whether to look for typos, which takes longest; `hidden`: 1 for each row that is no result
 */
export async function rankBanks(
  index: BankIndex,
  { q, country, rail }: Wanted,
  exact: readonly number[],
  { typos, hidden }: { typos: boolean; hidden: Uint8Array | undefined },
): Promise<Float64Array> {
  const scores = new Uint16Array(index.sizes.length).fill(none);
  await scoreWords(index, wordsOf(q), scores, typos);
  const name = joinedName(q);
  if (name !== '') {
    lower(scores, index.names.longer(name), score.nameStart);
    lower(scores, index.names.exactly(name), score.name);
  }
  const code = foldWords(q).join('');
  if (isCode(code)) lower(scores, index.codes.exactly(code), score.code);
  lower(scores, exact, score.code);
  const [wantedCountry, bits] = [country && countryNumber(country), rail && railBits([rail])];
  const ranked: number[] = [];
  for (let number = 0; number < scores.length; number += 1) {
    const rowScore = scores[number] ?? none;
    if (rowScore === none || hidden?.[number] === 1) continue;
    if (wantedCountry !== undefined && index.countries[number] !== wantedCountry) continue;
    if (bits !== undefined && ((index.rails[number] ?? 0) & bits) === 0) continue;
    // One row for one bank, unless it was asked for by its own code or is the only one with the rail.
    const main = index.mains[number] ?? number;
    const isShown = main === number || rowScore === score.code;
    if (!isShown && (bits === undefined || ((index.rails[main] ?? 0) & bits) !== 0)) continue;
    ranked.push(placeOf({ score: rowScore, size: index.sizes[number] ?? 0, number }));
  }
  return Float64Array.from(ranked);
}

/** Letters alone are a code if they are a BIC. Bank codes such as `CITI` are rather names. */
function isCode(text: string): boolean {
  return /\d|^.{8}$|^.{11}$/.test(text);
}

/** Words that names have or leave out. */
const fillers = new Set(['and', 'de', 'der', 'die', 'du', 'e', 'et', 'fur', 'of', 'the', 'u', 'und', 'y']);

/**
 * The words of a text, each once, without those that names may leave out. Digits with separators between are one code, such as
 * `20-00-00`.
 */
function wordsOf(q: string): string[] {
  const words = searchWords(q);
  if (words.every((word) => /^\d+$/.test(word))) return [words.join('')];
  const telling = words.filter((word) => !fillers.has(word));
  return [...new Set(telling.length === 0 ? words : telling)];
}

/** Scores the rows that have a word for each of these. */
async function scoreWords(
  index: BankIndex,
  words: readonly string[],
  scores: Uint16Array,
  typos: boolean,
): Promise<void> {
  if (words.length === 0 || words[0] === '') return;
  const totals = new Uint16Array(scores.length);
  const costs = new Uint16Array(scores.length);
  for (const [at, word] of words.entries()) {
    costs.fill(none);
    if (typos && at < mostMistyped) {
      for (const { position, typos: count } of index.spellings.meant(word)) {
        lower(costs, index.words.at(position), count * cost.typo);
      }
      await yieldToOthers();
    }
    lowerFor(costs, index.otherWords, word, [cost.other, cost.otherStart]);
    lowerFor(costs, index.codes, word, [cost.other, cost.otherStart]);
    lowerFor(costs, index.words, word, [cost.word, cost.start]);
    for (let number = 0; number < totals.length; number += 1) {
      const total = totals[number] ?? none;
      const own = costs[number] ?? none;
      totals[number] = total === none || own === none ? none : Math.min(total + own, most - score.words - 1);
    }
    if (at % 4 === 3) await yieldToOthers();
  }
  for (let number = 0; number < totals.length; number += 1) {
    const total = totals[number] ?? none;
    if (total !== none) scores[number] = score.words + total;
  }
}

function lowerFor(
  costs: Uint16Array,
  terms: SortedTerms,
  word: string,
  [whole, start]: readonly [number, number],
): void {
  lower(costs, terms.longer(word), start);
  lower(costs, terms.exactly(word), whole);
}

// Counted loops, because iterators of large arrays take ten times as long.
function lower(costs: Uint16Array, numbers: ArrayLike<number>, to: number): void {
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    if (to < (costs[number] ?? 0)) costs[number] = to;
  }
}
