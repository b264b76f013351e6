import { isJsonObject, type JsonObject } from '../json.ts';
import { acceptedDialects, current, type Dialect, dialectOf, draft07 } from './dialects.ts';
import { schemaLists, schemaMaps, schemas } from './keywords.ts';
import { hasDefinitionsToMove, movedReference } from './moved-reference.ts';

/** Why a schema cannot be used. */
export interface SchemaFault {
  code: 'invalid_schema' | 'unsupported_dialect';
  message: string;
}

/** A schema of 2020-12, or why there is none that means the same. */
export type InCurrentDialect = { schema: JsonObject } | { fault: SchemaFault };

/**
 * The same schema in the dialect 2020-12: as it is, if it is one, else with its keywords as 2020-12 has them. A schema of an
 * earlier dialect that would mean something else, or whose readers disagree about it, is refused.
 *
 * Without `$schema`, a schema is one of 2020-12, unless it has a list of `items`, which only earlier dialects have: then it is
 * read as draft-07. Recurses over the schema: check its depth first.
 */
export function inCurrentDialect(schema: JsonObject): InCurrentDialect {
  const said = schema['$schema'];
  const converted = convert(schema, said === undefined ? current : dialectOf(said));
  const isOlder = said === undefined && 'fault' in converted && converted.hasListOfItems;
  return isOlder ? convert(schema, draft07) : converted;
}

function convert(
  schema: JsonObject,
  dialect: Dialect | undefined,
): InCurrentDialect & { hasListOfItems?: boolean } {
  const conversion = new Conversion();
  const converted = conversion.schema(schema, '', dialect, schema);
  const { fault, hasListOfItems } = conversion;
  if (fault !== undefined) return { fault, hasListOfItems };
  return { schema: isJsonObject(converted) ? withTypeOfRoot(converted) : schema };
}

class Conversion {
  /** The first one. */
  fault: SchemaFault | undefined;
  /** A list of `items` where 2020-12 has none. */
  hasListOfItems = false;

  /**
   * @param at a pointer to the schema, for errors
   * @param resource the schema that references in this one begin at
   */
  schema(schema: unknown, at: string, outer: Dialect | undefined, resource: JsonObject): unknown {
    if (!isJsonObject(schema)) return schema;
    const { $schema: said, ...rest } = schema;
    const dialect = said === undefined || at === '' ? outer : dialectOf(said);
    if (dialect === undefined) {
      this.#refuse(at, `$schema must be ${acceptedDialects}`, 'unsupported_dialect');
      return schema;
    }
    this.#check(schema, at, dialect);
    const { $id: id } = schema;
    const isResource = typeof id === 'string' && !id.startsWith('#');
    const root = isResource ? schema : resource;
    const converted = Object.fromEntries(
      Object.entries(rest).map(([keyword, value]) => [
        keyword,
        this.#member(keyword, value, `${at}/${keyword}`, dialect, root),
      ]),
    );
    return modernized(converted, root);
  }

  #member(keyword: string, value: unknown, at: string, dialect: Dialect, root: JsonObject): unknown {
    const convert = (each: unknown, name: string | number) =>
      this.schema(each, `${at}/${name}`, dialect, root);
    if ((schemaMaps.includes(keyword) || keyword === 'dependencies') && isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each, name)]));
    }
    if ((schemaLists.includes(keyword) || keyword === 'items') && Array.isArray(value)) {
      return value.map(convert);
    }
    return schemas.includes(keyword) ? this.schema(value, at, dialect, root) : value;
  }

  #check(schema: JsonObject, at: string, dialect: Dialect): void {
    for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum']) {
      if (typeof schema[keyword] !== 'boolean') continue;
      this.#refuse(at, `${keyword} must be a number: true and false are of draft-04`);
    }
    const beside = dependents.find((keyword) => Object.hasOwn(schema, keyword));
    if (Object.hasOwn(schema, 'dependencies') && beside !== undefined) {
      this.#refuse(at, `dependencies cannot stand beside ${beside}`);
    }
    if (dialect === current) {
      if (!Array.isArray(schema['items'])) return;
      this.hasListOfItems = true;
      this.#refuse(at, 'a list of items is prefixItems in 2020-12');
      return;
    }
    const refused = dialect.refused.find((keyword) => Object.hasOwn(schema, keyword));
    if (refused !== undefined) {
      this.#refuse(at, `${refused} means something else in ${dialect.name} than in 2020-12, or nothing`);
    }
    if (!dialect.ignoresBesideReference || !Object.hasOwn(schema, '$ref')) return;
    const ignored = Object.keys(schema).find((name) => !besideReference.has(name) && !name.startsWith('x-'));
    if (ignored === undefined) return;
    this.#refuse(at, `${dialect.name} ignores ${ignored.slice(0, 100)} beside $ref: put $ref into allOf`);
  }

  #refuse(at: string, why: string, code: SchemaFault['code'] = 'invalid_schema'): void {
    const place = at === '' ? '' : ` (at ${at.slice(0, 200).toWellFormed()})`;
    this.fault ??= { code, message: `${why}${place}` };
  }
}

/** The keywords that replace `dependencies`. */
const dependents = ['dependentRequired', 'dependentSchemas'];

/** Keywords that may stand beside a reference in a dialect that ignores them there: none of them validates. */
const besideReference = new Set([
  '$ref',
  '$schema',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/**
 * Converts a schema with its members to the keywords of 2020-12. `dependencies` is not one of them, although many
 * validators still apply it.
 */
function modernized(schema: JsonObject, root: JsonObject): JsonObject {
  const { items, additionalItems, dependencies, definitions, $ref: reference, $id: id, ...rest } = schema;
  const place = hasDefinitionsToMove(schema, root) ? '$defs' : 'definitions';
  return {
    ...rest,
    ...(definitions !== undefined && { [place]: definitions }),
    ...(typeof id === 'string' && id.startsWith('#')
      ? { $anchor: id.slice(1) }
      : id !== undefined && { $id: id }),
    ...(reference !== undefined && { $ref: movedReference(reference, root) }),
    ...itemsOf(items, additionalItems),
    ...(dependencies !== undefined && dependentsOf(dependencies)),
  };
}

/** `additionalItems` says something only beside a list of `items`. */
function itemsOf(items: unknown, additional: unknown): JsonObject {
  if (!Array.isArray(items)) return items === undefined ? {} : { items };
  return { prefixItems: items, ...(additional !== undefined && { items: additional }) };
}

function dependentsOf(dependencies: unknown): JsonObject {
  if (!isJsonObject(dependencies)) return { dependentRequired: dependencies };
  const members = Object.entries(dependencies);
  const lists = members.filter(([, member]) => Array.isArray(member));
  const others = members.filter(([, member]) => !Array.isArray(member));
  return {
    ...(lists.length > 0 && { dependentRequired: Object.fromEntries(lists) }),
    ...(others.length > 0 && { dependentSchemas: Object.fromEntries(others) }),
  };
}

/**
 * A root that only refers to a definition, as converters write one with a name, with the type of that definition: the root of
 * arguments must say that it is an object.
 */
function withTypeOfRoot(schema: JsonObject): JsonObject {
  const { $ref: reference, type } = schema;
  if (type !== undefined || typeof reference !== 'string') return schema;
  const [, place = '', name = ''] = /^#\/(definitions|\$defs)\/([\w-]+)$/.exec(reference) ?? [];
  const definitions = schema[place];
  const definition = isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : {};
  return isJsonObject(definition) && definition['type'] === 'object' ? { ...schema, type: 'object' } : schema;
}
