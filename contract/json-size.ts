const [quote, backslash, openList, closeList, openObject, closeObject, comma, colon] = Array.from(
  '"\\[]{},:',
  (character) => character.charCodeAt(0),
);

/**
 * The most members that one object may have. Creating one with many different members takes ten times as long as as many objects
 * with few. The schema of a patch, the longest JSON that is needed, has room for fewer.
 */
const mostMembers = 11_000;

/** How much there may be in a JSON text. */
export interface JsonBounds {
  /** The most separators (`{`, `[`, `,` and `:`) outside its strings. */
  separators: number;
  /** How deep objects and lists may be nested. Default: as deep as there are separators. */
  depth?: number;
  /** The most members of one object. Default: 11,000. */
  members?: number;
}

/**
 * The limit that the text of a JSON value exceeds: its separators, the members of one object, or its depth. Takes a few
 * milliseconds for 1 MiB, while parsing it and checking each value can take a hundred times as long. The result for
 * text that is not JSON is meaningless.
 */
export function excessOf(
  text: string,
  { separators, depth = Number.POSITIVE_INFINITY, members: most = mostMembers }: JsonBounds,
): 'too_many_values' | 'too_deep' | undefined {
  /** How many members each object has that is open, with the lists between them. */
  const open = [0];
  let seen = 0;
  let deepest = 0;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inText) {
      if (character === backslash) index += 1;
      else if (character === quote) inText = false;
      continue;
    }
    switch (character) {
      case quote:
        inText = true;
        break;
      case openObject:
      case openList:
        seen += 1;
        open.push(0);
        deepest = Math.max(deepest, open.length - 1);
        break;
      case closeObject:
      case closeList:
        open.pop();
        break;
      case comma:
        seen += 1;
        break;
      case colon: {
        seen += 1;
        const members = (open.pop() ?? 0) + 1;
        if (members > most) return 'too_many_values';
        open.push(members);
        break;
      }
      default:
        break;
    }
    if (seen > separators) return 'too_many_values';
  }
  return deepest > depth ? 'too_deep' : undefined;
}

/** Whether reading a JSON text would delay others, as {@link excessOf} counts. */
export function hasTooManyValues(text: string, separators: number): boolean {
  return excessOf(text, { separators }) === 'too_many_values';
}
