import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { unescapeSegment } from './json-pointer.ts';

const composedOf = ['allOf', 'anyOf', 'oneOf'];
const conditional = ['if', 'then', 'else'];

/**
 * Schemas and all others within the same root that apply, or may apply, to the same value, without duplicates: those
 * that they refer to or are composed of.
 */
export function partsOf(root: JsonObject, schemas: readonly JsonObject[]): ReadonlySet<JsonObject> {
  const parts = new Set(schemas);
  // Iterating over a set includes what is added meanwhile, and it contains each part once, so cycles end.
  for (const part of parts) {
    const { dependentSchemas } = part;
    const others = [
      ...composedOf.flatMap((keyword) => part[keyword]),
      ...conditional.map((keyword) => part[keyword]),
      ...(isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
      resolveReference(root, part['$ref']),
    ];
    for (const other of others) if (isJsonObject(other)) parts.add(other);
  }
  return parts;
}

/** The target of a reference within the schema (`#/$defs/money`). */
function resolveReference(root: JsonObject, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let target: unknown = root;
  for (const escaped of reference.slice(1).split('/').slice(1)) {
    const segment = unescapeSegment(escaped);
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, segment)) return undefined;
    target = (target as JsonObject)[segment];
  }
  return target;
}
