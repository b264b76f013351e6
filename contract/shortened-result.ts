import { isJsonObject, type JsonObject } from './json.ts';

/** Longer words of the service about a failure do not occur. */
const messageCharacters = 400;
const codeCharacters = 100;
/** Longer corrected arguments are reported by their length. */
const argsCharacters = 500;

/**
 * The short form of a call's result for which the conversation has no room: its length and the outcome of the call.
 * Without the outcome, a call that was declined, that failed, or whose result is unknown would look like one that was
 * made.
 * @param result the result, or the known part of it
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
    ...(Array.isArray(revised) ? { revised: revised.map(shortenedRevision) } : {}),
  };
}

/** A call that took the place of a declined one: without its arguments and that it has a result, it would look declined as well. */
function shortenedRevision(revision: unknown): JsonObject {
  const { args, result } = isJsonObject(revision) ? revision : { args: undefined, result: revision };
  const sent = lengthOf(args);
  return {
    args: sent <= argsCharacters ? (args ?? {}) : { truncated: true, characters: sent },
    result: shortenedResult(result, lengthOf(result)),
  };
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value ?? {}).length;
}

function isShort(value: unknown, characters: number): value is string {
  return typeof value === 'string' && value.length <= characters;
}
