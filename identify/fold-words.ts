/** Letters that are not a letter with a mark, and their usual replacements. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};

/**
 * The words of a text as they are compared: without case, accents and punctuation, in ASCII. Letters of other scripts
 * become `~` and their number, so that they sort last.
 */
export function foldWords(text: string): string[] {
  // Most names are in ASCII, and none of the rest changes these.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const letters = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðħıłþ]/g, (letter) => plain[letter] ?? letter);
  const words = letters.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) =>
    word.replaceAll(/[^a-z0-9]/gu, (letter) => `~${letter.codePointAt(0)?.toString(16)}`),
  );
}
