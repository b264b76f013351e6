const [quote, backslash] = [0x22, 0x5c];
/** Each stands before a value or inside an object or array. */
const separators: ReadonlySet<number> = new Set(Array.from('{[,:', (character) => character.charCodeAt(0)));

/**
 * Whether the text of a JSON value has over `most` separators (`{`, `[`, `,` and `:`) outside its strings. Looking at
 * each character takes a few milliseconds for a MiB; parsing it and looking at each value can take a hundred times as
 * long. What it says of a text that is no JSON does not matter.
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
