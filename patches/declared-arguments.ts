import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { prototypeNames } from './template.ts';

/** Longer ones are no names; they would only cost time. */
const nameCharacters = 256;

/**
 * Whether an input schema declares an argument: `amount`, or `recipient.name` for a member of one. Looks into
 * `properties`, through references within the schema and through what it is composed of. A member that is only
 * allowed, not declared, does not count: a template that names one is more likely a typing error.
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
      // `true` declares a member of any kind, and so none of its members.
      .map((declared) => (isJsonObject(declared) ? declared : {}));
    members = [...new Set(members)];
  }
  return members.length > 0;
}

const composedOf = ['allOf', 'anyOf', 'oneOf'];
const conditional = ['if', 'then', 'else'];

/** A schema and all that apply to the same value as it does. */
function partsOf(schema: JsonObject, root: JsonObject): JsonObject[] {
  const parts = new Set<JsonObject>([schema]);
  // A set is walked to the end of what is added meanwhile, and holds each part once: circles end.
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

/** What a reference within the schema (`#/$defs/money`) leads to. */
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
