import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { prototypeNames } from './template.ts';

/** Longer names are not names, and would only cost time. */
const nameCharacters = 256;

/**
 * Whether an input schema declares an argument: `amount`, or `recipient.name` for a member. Searches `properties`,
 * references within the schema and its composition. A member that is only allowed, and not declared, does not count: a
 * template that names one is more likely a typo.
 */
export function declaresArgument(schema: JsonObject, name: string): boolean {
  if (name.length > nameCharacters) return false;
  let members: JsonObject[] = [schema];
  for (const member of name.split('.')) {
    members = members
      .flatMap((one) => partsOf(one, schema))
      .map(({ properties }) => properties)
      .filter((properties) => isJsonObject(properties))
      .filter((properties) => !prototypeNames.has(member) && Object.hasOwn(properties, member))
      .map((properties) => properties[member])
      // `true` declares a member of any kind, and therefore none of its members.
      .map((declared) => (isJsonObject(declared) ? declared : {}));
    members = [...new Set(members)];
  }
  return members.length > 0;
}

const composedOf = ['allOf', 'anyOf', 'oneOf'];
const conditional = ['if', 'then', 'else'];

/** A schema and all others that apply to the same value. */
function partsOf(schema: JsonObject, root: JsonObject): JsonObject[] {
  const parts = new Set<JsonObject>([schema]);
  // Iterating over a set includes what is added meanwhile, and it contains each part once, so cycles end.
  for (const part of parts) {
    const others = [
      ...composedOf.flatMap((keyword) => part[keyword]),
      ...conditional.map((keyword) => part[keyword]),
      resolveReference(root, part['$ref']),
    ];
    for (const other of others) if (isJsonObject(other)) parts.add(other);
  }
  return [...parts];
}

/** The target of a reference within the schema (`#/$defs/money`). */
function resolveReference(root: JsonObject, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let target: unknown = root;
  for (const escaped of reference.slice(1).split('/').slice(1)) {
    const segment = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, segment)) return undefined;
    target = (target as JsonObject)[segment];
  }
  return target;
}
