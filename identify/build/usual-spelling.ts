/** The words of a name with what stands between them. */
const wordPattern = /\p{L}[\p{L}\p{N}]*/gu;
/** Fewer letters may be initials. */
const shortest = 2;

/**
 * Learns how words are usually written, and writes names in capitals so. `names` are those of registers and lists; only those with
 * small letters teach anything. A name stays in capitals if one of its words is in none of the names of its country.
 */
export function usualSpelling(names: Iterable<{ country: string; name: string }>) {
  const counted = new Map<string, Map<string, number>>();
  for (const { country, name } of names) {
    if (isShouted(name)) continue;
    for (const [word] of name.matchAll(wordPattern)) {
      const key = `${country} ${word.toLowerCase()}`;
      const known = counted.get(key) ?? new Map<string, number>();
      known.set(word, (known.get(word) ?? 0) + 1);
      counted.set(key, known);
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
  return (country: string, name: string): string => {
    if (!isShouted(name)) return name;
    const words = name.match(wordPattern) ?? [];
    if (words.some((word) => word.length > 1 && !usual.has(`${country} ${word.toLowerCase()}`))) return name;
    return name
      .replaceAll(wordPattern, (word) =>
        word.length === 1 ? word : (usual.get(`${country} ${word.toLowerCase()}`) ?? word),
      )
      .replace(/^\p{L}/u, (first) => first.toUpperCase());
  };
}

/** A word of four letters or more is written with a capital if any name does so: `Banque populaire du Nord` is not the rule. */
function isNoun(word: string): boolean {
  return word.length > 3 && word.charAt(0) !== word.charAt(0).toLowerCase() && word !== word.toUpperCase();
}

function isShouted(name: string): boolean {
  return name === name.toUpperCase() && (name.match(/\p{Lu}/gu)?.length ?? 0) > shortest;
}
