import type { JsonObject } from '#contract/json.ts';
import type { JsonText } from '#contract/json-text.ts';
import { CompiledSchemas } from './compiled-schemas.ts';
import { validateValue } from './validate-value.ts';
import type { Validation } from '../validation.ts';

const compiled = new CompiledSchemas();

/**
 * Validates what a model sent with a patch's input schema. Changes nothing: no defaults, no coercion. The schema and
 * the arguments determine how long it takes, so call it only in a thread of the schema pool.
 * @param workspaceId the owner of the schema
 * @throws {SchemaError} if the schema does not compile, which publication has ruled out
 */
export function validateArgs(workspaceId: string, schema: JsonText, args: JsonObject): Validation {
  return validateValue(compiled.get(workspaceId, schema), args, 'argument');
}
