import { hasTooManyValues } from '#contract/json-size.ts';

/** The size limit of a JSON answer: SDKs check every value, and more would delay other requests. */
const mostSeparators = 20_000;

/**
 * JSON that is quick to parse and to check, whatever its length. An answer with more values loses the content of its
 * lists, such as the single words of a transcript, if it is of use without them.
 * @returns undefined if it has too many values
 */
export function boundedJson(json: string, isOfUseWithoutLists: boolean): string | undefined {
  if (!hasTooManyValues(json, mostSeparators)) return json;
  if (!isOfUseWithoutLists) return undefined;
  const shorter = withoutLists(json);
  return hasTooManyValues(shorter, mostSeparators) ? undefined : shorter;
}

const [quote, backslash, list, listEnd] = [0x22, 0x5c, 0x5b, 0x5d];

/** JSON with all lists empty. In linear time, without parsing. */
function withoutLists(json: string): string {
  const kept: string[] = [];
  let keptTo = 0;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index);
    if (inText) {
      if (character === backslash) index += 1;
      else if (character === quote) inText = false;
    } else if (character === quote) {
      inText = true;
    } else if (character === list) {
      depth += 1;
      if (depth === 1) kept.push(json.slice(keptTo, index + 1));
    } else if (character === listEnd && depth > 0) {
      depth -= 1;
      if (depth === 0) keptTo = index;
    }
  }
  return depth === 0 ? [...kept, json.slice(keptTo)].join('') : '';
}
