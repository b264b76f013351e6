import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { endOfText } from '#contract/json-text.ts';
import { LinePart, shownLine, shownText } from '#contract/words/shown-line.ts';

/** The most characters that are shown of them. */
const shownCharacters = 8000;
/** If that is not enough, the most characters of each name and text, so that no long one takes the place of the others. */
const [nameCharacters, textCharacters] = [100, 200];

/**
 * The arguments that are not shown otherwise, as JSON in one line; undefined if there are none.
 * @param shown the names of those that are: `amount`, or `recipient.name` for a member
 */
export function otherArguments(args: JsonObject, shown: Iterable<string>): string | undefined {
  const others = without(args, namesOf(shown));
  if (Object.keys(others).length === 0) return undefined;
  const text = JSON.stringify(others);
  return text.length <= shownCharacters ? shownText(text, shownCharacters) : abridged(text);
}

/** A tree of names: `true` for a value that is shown, otherwise its shown members. */
type Names = Map<string, Names | true>;

function namesOf(shown: Iterable<string>): Names {
  const root: Names = new Map();
  for (const name of shown) {
    const path = name.split('.');
    const last = path.pop() ?? '';
    let names: Names | true | undefined = root;
    for (const member of path) {
      if (names === true) break;
      const next: Names | true = names.get(member) ?? new Map<string, Names | true>();
      names.set(member, next);
      names = next;
    }
    if (names !== true) names.set(last, true);
  }
  return root;
}

/** A copy without the members that are shown, and the value itself if there are none. */
function without(value: JsonObject, names: Names): JsonObject {
  if (names.size === 0) return value;
  const left = { ...value };
  for (const [name, below] of names) {
    const member = left[name];
    if (below === true) delete left[name];
    else if (Object.hasOwn(left, name) && isJsonObject(member)) {
      const rest = without(member, below);
      if (Object.keys(rest).length === 0 && Object.keys(member).length > 0) delete left[name];
      else left[name] = rest;
    }
  }
  return left;
}

/**
 * JSON in one line in which long names and texts are cut.
 * @param json as `JSON.stringify` writes it
 */
function abridged(json: string): string {
  let text = '';
  let copied = 0;
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', copied)) {
    const end = endOfText(json, start);
    const most = json[end] === ':' ? nameCharacters : textCharacters;
    text += json.slice(copied, start);
    text +=
      end - start - 2 <= most
        ? json.slice(start, end)
        : `"${shownText(json.slice(start + 1, end - 1), most)}"`;
    copied = end;
    if (text.length > shownCharacters) break;
  }
  const parts = [text, json.slice(copied)].map((part) => new LinePart(part, shownCharacters));
  return shownLine(parts, shownCharacters).text;
}
