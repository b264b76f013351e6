import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';

/** Shorter answers are serialized at once, and after so many characters of a longer one other requests get their turn. */
const charactersAtOnce = 64 * 1024;
/** Below this depth, a value is serialized at once: a call in a turn of a trace is not, but each of its parts is. */
const deepestPiece = 6;

/** Whether an answer may be so large that serializing it at once would delay others. Looks at no more of it than shows that. */
export function isLarge(root: unknown): boolean {
  let left = charactersAtOnce;
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    left -= typeof value === 'string' ? value.length : 8;
    if (left < 0) return true;
    if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) pending.push(part);
  }
  return false;
}

/**
 * The same text as `JSON.stringify` for a value of plain objects, lists and scalars, in UTF-8. Other work has its turn
 * in between.
 */
export async function jsonInPieces(value: object): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(value, deepestPiece)) {
    text += piece;
    if (text.length < charactersAtOnce) continue;
    pieces.push(Buffer.from(text));
    text = '';
    await yieldToOthers();
  }
  pieces.push(Buffer.from(text));
  return Buffer.concat(pieces);
}

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let separator = isList ? '[' : '{';
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined && !isList) continue;
    yield isList ? separator : `${separator}${JSON.stringify(name)}:`;
    yield* piecesOf(part ?? null, depth - 1);
    separator = ',';
  }
  yield separator === ',' ? (isList ? ']' : '}') : isList ? '[]' : '{}';
}
