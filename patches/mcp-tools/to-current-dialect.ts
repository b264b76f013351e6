import { defined } from '#contract/defined.ts';
import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { schemaLists, schemaMaps, schemas } from './schema-keywords.ts';

const current = 'https://json-schema.org/draft/2020-12/schema';

/**
 * A JSON Schema of an earlier draft as one of 2020-12. Servers of the SDK's first version send draft 7, which differs in
 * how tuples are written and otherwise, as far as input schemas go, is the same. A schema of 2020-12 is returned as it is.
 * Recurses over the schema: check its depth first.
 */
export function toCurrentDialect(schema: JsonObject): JsonObject {
  const { $schema: dialect, ...rest } = schema;
  if (dialect === undefined || dialect === current || dialect === `${current}#`) return schema;
  return withTuples(rest) as JsonObject;
}

function withTuples(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  const converted = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (schemaMaps.includes(keyword) && isJsonObject(value)) {
        const members = Object.entries(value).map(([name, member]) => [name, withTuples(member)] as const);
        return [keyword, Object.fromEntries(members)];
      }
      if (Array.isArray(value) && (schemaLists.includes(keyword) || keyword === 'items')) {
        return [keyword, value.map(withTuples)];
      }
      return [keyword, schemas.includes(keyword) ? withTuples(value) : value];
    }),
  );
  const { items, additionalItems, ...others } = converted;
  if (!Array.isArray(items)) return items === undefined ? others : { ...others, items };
  return {
    ...others,
    prefixItems: items,
    ...defined({ items: additionalItems }),
  };
}
