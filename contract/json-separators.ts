const [quote, backslash] = [0x22, 0x5c];
const separators: ReadonlySet<number> = new Set(Array.from('{[,:', (character) => character.charCodeAt(0)));

/**
 * Whether the text of a JSON value has more than `most` separators (`{`, `[`, `,` and `:`) outside its strings. This
 * takes a few milliseconds for 1 MiB, while parsing it and checking each value can take a hundred times as long. The
 * result for text that is not JSON is meaningless.
 */
export function hasMoreSeparators(text: string, most: number): boolean {
  let count = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inText) {
      if (character === backslash) index += 1;
      else if (character === quote) inText = false;
    } else if (character === quote) {
      inText = true;
    } else if (separators.has(character)) {
      count += 1;
      if (count > most) return true;
    }
  }
  return false;
}
