import { isJsonObject, type JsonObject } from '../json.ts';
import { schemaMaps } from './keywords.ts';

/**
 * A reference into a schema of an earlier dialect, as it is once the schema is one of 2020-12: `#/items/0` is
 * `#/prefixItems/0`. Any other reference is returned as it is.
 * @param root the earlier schema, at which the reference begins
 */
export function movedReference(reference: unknown, root: JsonObject): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return reference;
  const moved: string[] = [];
  let at: unknown = root;
  /** Whether names are those of members, and no keywords. */
  let isMap = false;
  for (const segment of reference.slice(2).split('/')) {
    moved.push(isMap || !isJsonObject(at) ? segment : (movedKeyword(segment, at, root) ?? segment));
    isMap = !isMap && isJsonObject(at) && (schemaMaps.includes(segment) || segment === 'dependencies');
    at = memberOf(at, segment);
  }
  return `#/${moved.join('/')}`;
}

/**
 * Whether the `definitions` of a schema are its `$defs`, which is the name that providers of models know. Where references may be
 * absolute, they stay where they are.
 */
export function hasDefinitionsToMove(schema: JsonObject, root: JsonObject): boolean {
  return Object.hasOwn(schema, 'definitions') && !Object.hasOwn(schema, '$defs') && root['$id'] === undefined;
}

function movedKeyword(keyword: string, schema: JsonObject, root: JsonObject): string | undefined {
  const { items } = schema;
  if (keyword === 'dependencies') return 'dependentSchemas';
  if (keyword === 'definitions') return hasDefinitionsToMove(schema, root) ? '$defs' : undefined;
  if (!Array.isArray(items)) return undefined;
  if (keyword === 'items') return 'prefixItems';
  return keyword === 'additionalItems' ? 'items' : undefined;
}

function memberOf(value: unknown, segment: string): unknown {
  const name = unescaped(segment);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}

/** A reference is a URI, in which a name may be encoded. */
function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}
