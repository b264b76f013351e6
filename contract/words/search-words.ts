/** How much of a text is searched, in characters, and how many words of it. */
const searchedCharacters = 1000;
const mostWords = 32;
/** Longer words are found by their beginning. */
const longestWord = 32;

/** Scripts that are written without spaces: each character is a word of its own. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
const word = new RegExp(String.raw`${unspaced}|(?:(?!${unspaced})[\p{L}\p{N}])+`, 'gu');

/**
 * The words by which a text is found: the first different ones of its beginning, in lower case and without accents. Takes the same time
 * for a text of any length.
 */
export function searchWords(text: string): string[] {
  const plain = text
    .slice(0, searchedCharacters)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const words = new Set<string>();
  for (const [found] of plain.matchAll(word)) {
    words.add(Array.from(found).slice(0, longestWord).join(''));
    if (words.size === mostWords) break;
  }
  return [...words];
}
