/**
 * The name of an institution for which national registries have several under its BIC: banks that it took over,
 * branches, products. It is the name that shares most words with the name in the list of BICs, if these are at least
 * half of all words, and otherwise the listed name.
 */
export function chooseName(names: readonly string[], listed: string | undefined): string | undefined {
  const distinct = [...new Set(names)];
  if (distinct.length <= 1 || listed === undefined) return distinct[0] ?? listed;
  const ranked = distinct
    .map((name) => ({ name, likeness: likeness(name, listed) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  const [best] = ranked;
  return best === undefined || best.likeness < 0.5 ? listed : best.name;
}

function likeness(name: string, other: string): number {
  const words = wordsOf(name);
  const others = wordsOf(other);
  const shared = words.filter((word) => others.includes(word)).length;
  return shared / (words.length + others.length - shared);
}

/** Each word once, without accents. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...new Set(plain.match(/[\p{L}\d]+/gu))];
}
