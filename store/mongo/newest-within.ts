import type { FindCursor } from 'mongodb';

/** A text of a document, or how many characters it has where there was no room for it. */
export type TextOrLength<Text extends string> = Text | number;

/** A text of at most so many characters takes no more room than what would stand in its place. */
const shortCharacters = 64;

/**
 * The documents of a cursor, for as long as there is room for their texts. What the cursor holds back meanwhile is
 * bounded by the driver: 16 MiB at a time.
 * @param charactersOf how long the texts of a document are
 * @returns `rest`: the first document that there was no room for; undefined when all are there
 */
export async function newestWithin<Document extends object>(
  cursor: FindCursor<Document>,
  charactersOf: (document: Document) => number,
  characters: number,
): Promise<{ documents: Document[]; rest?: Document }> {
  const documents: Document[] = [];
  let left = characters;
  for await (const document of cursor) {
    left -= charactersOf(document);
    if (left < 0) return { documents, rest: document };
    documents.push(document);
  }
  return { documents };
}

/** An expression for a {@link TextOrLength} of a field: the server counts, and only short texts travel. */
export function textOrLength(field: string) {
  const length = { $strLenCP: field };
  return {
    $cond: [
      { $eq: [{ $type: field }, 'missing'] },
      '$$REMOVE',
      { $cond: [{ $lte: [length, shortCharacters] }, field, length] },
    ],
  };
}
