import type { JsonObject } from '#contract/json.ts';
import { inCurrentDialect } from '#contract/json-schema/current-dialect.ts';

/** Published schemas do not change, and every turn sends those of its tools again. */
const sent = new WeakMap<JsonObject, JsonObject>();

/** A schema in the dialect that all providers take: Anthropic refuses a request with one that is invalid in 2020-12. */
export function sentSchema(schema: JsonObject): JsonObject {
  const known = sent.get(schema);
  if (known !== undefined) return known;
  const converted = inCurrentDialect(schema);
  const current = 'schema' in converted ? converted.schema : schema;
  sent.set(schema, current);
  return current;
}
