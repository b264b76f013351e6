/**
 * A text in parts of at most `longest` characters: split after a sentence if one ends in the second half of a part,
 * else at a space, else anywhere but within a character.
 */
export function splitText(text: string, longest: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const at = splitAt(rest.slice(0, longest));
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest].filter((part) => part !== '');
}

function splitAt(part: string): number {
  const half = part.length / 2;
  const sentence = Math.max(...['. ', '! ', '? ', '\n', '。'].map((end) => part.lastIndexOf(end)));
  if (sentence >= half) return sentence + 1;
  const space = part.lastIndexOf(' ');
  if (space >= half) return space;
  const lastUnit = part.charCodeAt(part.length - 1);
  const inPair = lastUnit >= 0xd800 && lastUnit < 0xdc00;
  return inPair ? part.length - 1 : part.length;
}
