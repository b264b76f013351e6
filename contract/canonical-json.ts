import type { JsonObject } from './json.ts';

/**
 * The text of a JSON value with the members of every object in the order of their names, so that equal values have equal
 * texts. Recurses over the value: check its depth first. Pages use it, so it brings no package with it.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object = value as JsonObject;
  const members = Object.keys(object)
    .filter((name) => object[name] !== undefined)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(object[name])}`);
  return `{${members.join()}}`;
}
