import { parseJson, isJsonObject } from '#contract/json.ts';
import { withTextIds } from './text-ids.ts';

/**
 * The data of an event of the Chat Completions protocol as its SDKs read it: with ids that are texts, and undefined for a chunk of an
 * unknown kind. After the reason for the end, the SDKs would take such a chunk for an error.
 */
export function asChatChunk(data: string): string | undefined {
  if (!data.includes('"choices"') && isOfUnknownKind(parseJson(data))) return undefined;
  return withTextIds(data);
}

function isOfUnknownKind(chunk: unknown): boolean {
  return isJsonObject(chunk) && chunk['choices'] === undefined && chunk['error'] === undefined;
}
