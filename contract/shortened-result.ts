import { isJsonObject, type JsonObject } from './json.ts';

/** Longer words of the service about a failure do not occur. */
const messageCharacters = 400;
const codeCharacters = 100;

/**
 * What a model is told of a call's result for which there is no room: its length, and what became of the call. Without the latter, a
 * call that was declined, that failed, or of which nobody knows whether it was made, would look like one that was made.
 * @param result the result, or as much of it as is known
 */
export function shortenedResult(
  result: unknown,
  characters: number,
): JsonObject & { truncated: true; characters: number } {
  return { truncated: true, characters, ...outcomeOf(result) };
}

function outcomeOf(result: unknown): JsonObject {
  if (!isJsonObject(result)) return {};
  const { error, declined, repeated, pending, state, outcome, revised } = result;
  return {
    ...(isJsonObject(error) && isShort(error['code'], codeCharacters)
      ? {
          error: {
            code: error['code'],
            ...(isShort(error['message'], messageCharacters) ? { message: error['message'] } : {}),
          },
        }
      : {}),
    ...(declined === true ? { declined } : {}),
    ...(repeated === true ? { repeated } : {}),
    ...(pending === true ? { pending } : {}),
    ...(isShort(state, codeCharacters) ? { state } : {}),
    ...(isJsonObject(outcome) && isShort(outcome['state'], codeCharacters)
      ? { outcome: { state: outcome['state'] } }
      : {}),
    ...(Array.isArray(revised)
      ? {
          revised: revised.map((each) => ({ result: outcomeOf(isJsonObject(each) ? each['result'] : each) })),
        }
      : {}),
  };
}

function isShort(value: unknown, characters: number): value is string {
  return typeof value === 'string' && value.length <= characters;
}
