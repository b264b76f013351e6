/**
 * Characters that a reader does not see, or that change how the text around them is read: the ones that Unicode lets
 * every program ignore (tags, variation selectors, joiners, fillers), format characters such as marks of direction,
 * control characters, separators of lines, halves of characters, and the few that are blank and no white space.
 *
 * A model reads all of them, so a person who decides on its actions has to see them too.
 */
const unseen = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Cs}\u2028\u2029\u2800\uFFFC\u{16FE4}\u{1D159}`;
const inLine = new RegExp(`[${unseen}]`, 'gu');
const inText = new RegExp(String.raw`(?![\n\t])[${unseen}]`, 'gu');
const anywhere = /* @__PURE__ */ new RegExp(`(?![\\n\\r\\t])[${unseen}]`, 'u');

/** A line of text in which every character that cannot be seen is written out, as `[U+202E]`. */
export function visibleLine(line: string): string {
  return line.replaceAll(inLine, writtenOut);
}

/** The same for a text of several lines, whose line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(inText, writtenOut);
}

/** A text of several lines without the characters that cannot be seen. */
export function withoutUnseen(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(inText, '');
}

/** Whether a text of several lines has a character that cannot be seen. */
export function hasUnseen(text: string): boolean {
  return anywhere.test(text);
}

/** JSON in which they are escaped: it can be read, and means the same. */
export function escapedJson(json: string): string {
  return json.replaceAll(inText, (character) =>
    character
      .split('')
      .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** In brackets, because a digit may follow. */
function writtenOut(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
