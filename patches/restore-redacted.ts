import { canonicalJson } from '#contract/canonical-json.ts';
import type { JsonObject } from '#contract/json.ts';
import { redact, redactArgs, redacted } from './redact.ts';
import type { Patch } from '#contract/patch.ts';

/** A placeholder that stands for nothing that is stored. */
export class PlaceholderError extends Error {
  override name = 'PlaceholderError';
}

/**
 * Restores the hidden values in arguments that a person has corrected from their redacted form: a placeholder that was
 * left in place becomes the stored value. Members of objects are matched by name. Items of a list have no names, so a
 * list with placeholders stands for the stored one only if all of it is unchanged.
 * @param corrected the arguments as corrected
 * @param stored the arguments of the call, with all values
 * @throws {PlaceholderError} for a placeholder in the place of a hidden value, if the value that it stands for is
 * ambiguous
 */
export function restoreRedacted(
  patch: Pick<Patch, 'redact'>,
  corrected: JsonObject,
  stored: JsonObject,
): JsonObject {
  const restored = restore(corrected, stored, redactArgs(patch, stored)) as JsonObject;
  redact(restored, patch.redact?.args ?? [], (value) => {
    if (value === redacted) throw new PlaceholderError();
    return value;
  });
  return restored;
}

/** @param shown what was shown of the stored value: the value itself if nothing in it is hidden */
function restore(corrected: unknown, stored: unknown, shown: unknown): unknown {
  if (shown === stored) return corrected;
  if (shown === redacted) return corrected === redacted ? stored : corrected;
  if (typeof corrected !== 'object' || corrected === null || typeof shown !== 'object' || shown === null)
    return corrected;
  if (Array.isArray(shown) || Array.isArray(corrected)) {
    return canonicalJson(corrected) === canonicalJson(shown) ? stored : corrected;
  }
  const [before, seen] = [stored as JsonObject, shown as JsonObject];
  return Object.fromEntries(
    Object.entries(corrected).map(([name, value]) => [
      name,
      Object.hasOwn(seen, name) ? restore(value, before[name], seen[name]) : value,
    ]),
  );
}
