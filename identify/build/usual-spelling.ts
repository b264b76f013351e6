import { isInitials, mixedCase } from './mixed-case.ts';

/** Stands for all countries. */
const anywhere = '*';
/** The words of a name with what stands between them. */
const wordPattern = /\p{L}[\p{L}\p{N}]*/gu;
/** Fewer letters may be initials. */
const shortest = 2;

/**
 * Learns how words are usually written, and writes names in capitals so. `names` are those of registers and lists; only those with
 * small letters teach anything. Of a name with a word that no name of its country has, the others are guessed ({@link mixedCase}).
 */
export function usualSpelling(names: Iterable<{ country: string; name: string }>) {
  const counted = new Map<string, Map<string, number>>();
  const count = (key: string, word: string) => {
    const known = counted.get(key) ?? new Map<string, number>();
    known.set(word, (known.get(word) ?? 0) + 1);
    counted.set(key, known);
  };
  for (const { country, name } of names) {
    if (isShouted(name)) continue;
    for (const [word] of name.matchAll(wordPattern)) {
      count(`${country} ${word.toLowerCase()}`, word);
      count(`${anywhere} ${word.toLowerCase()}`, word);
    }
  }
  const usual = new Map(
    [...counted].map(([key, spellings]) => [
      key,
      [...spellings].toSorted(
        ([a, ofA], [b, ofB]) => Number(isNoun(b)) - Number(isNoun(a)) || ofB - ofA,
      )[0]?.[0],
    ]),
  );
  const usualIn = (country: string, word: string) => {
    const own = usual.get(`${country} ${word.toLowerCase()}`);
    // `CREDIT Mutuel` does not make it `CREDIT Agricole`, if names of other countries have `Credit`.
    const other =
      own === word.toUpperCase() && word.length > 4 ? usual.get(`${anywhere} ${word.toLowerCase()}`) : own;
    return other ?? own;
  };
  /** A name of which only some words are in capitals: `ZIRAAT BANK BH dd`. */
  const partly = (country: string, name: string): string => {
    const shouted = (name.match(wordPattern) ?? []).filter(
      (word) =>
        word.length > 3 && word === word.toUpperCase() && /^[A-ZÀ-Ž]+$/.test(word) && !isInitials(word),
    );
    // A short word that no other name has may be initials, unless most of the name is in capitals.
    const written = (word: string) =>
      [country, anywhere]
        .map((place) => usual.get(`${place} ${word.toLowerCase()}`))
        .find((known) => known !== undefined && known !== known.toUpperCase());
    const certain = shouted.filter((word) => word.length > 5 || written(word) !== undefined);
    if (certain.length === 0) return name;
    const long = (name.match(wordPattern) ?? []).filter((word) => word.length > 3);
    const isMostly = certain.length * 2 >= long.length;
    if (isMostly) return mixedCase(name, country, written);
    const words = new Set(certain);
    return name.replaceAll(wordPattern, (word) =>
      words.has(word) ? (written(word) ?? mixedCase(word, country, written)) : word,
    );
  };
  return (country: string, name: string): string => {
    if (!isShouted(name)) return partly(country, name);
    const words = name.match(wordPattern) ?? [];
    if (words.some((word) => word.length > 1 && usualIn(country, word) === undefined))
      return mixedCase(
        name,
        country,
        (word) => usualIn(country, word) ?? usualAnywhere(usualIn(anywhere, word)),
      );
    return name
      .replaceAll(wordPattern, (word) => (word.length === 1 ? word : (usualIn(country, word) ?? word)))
      .replace(/^\p{L}/u, (first) => first.toUpperCase());
  };
}

/** In other languages, a short word may be another one: `la` and `LA`. */
function usualAnywhere(word: string | undefined): string | undefined {
  return word !== undefined && word.length > 3 ? word : undefined;
}

/** A word of four letters or more is written with a capital if any name does so: `Banque populaire du Nord` is not the rule. */
function isNoun(word: string): boolean {
  return word.length > 3 && word.charAt(0) !== word.charAt(0).toLowerCase() && word !== word.toUpperCase();
}

function isShouted(name: string): boolean {
  return name === name.toUpperCase() && (name.match(/\p{Lu}/gu)?.length ?? 0) > shortest;
}
