import type { FindCursor } from 'mongodb';

/** A text up to this length takes no more room than its replacement. */
const shortCharacters = 64;

/**
 * The documents of a cursor, as long as there is room for their texts. The driver bounds what the cursor buffers
 * meanwhile: 16 MiB at a time.
 * @param charactersOf the length of the texts of a document
 * @returns `rest`: the first document for which there was no room; undefined if all fit
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

/** An expression for a {@link TextOrLength} of a field: the server counts, and sends only short texts. */
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
