import type { SchemaFault } from '#contract/json-schema/current-dialect.ts';
import { fromJsonText, type JsonText } from '#contract/json-text.ts';
import { compileAnySchema, faultOfSchema } from './compile-schema.ts';
import { CompiledSchemas } from './compiled-schemas.ts';
import { validateValue } from './validate-value.ts';
import type { Validation } from '../validation.ts';

/** Apart from the schemas of patches, which have other rules. */
const compiled = new CompiledSchemas((schema) => compileAnySchema(fromJsonText(schema)));

/** Why the schema of an extraction cannot be used; undefined if it can. */
export function faultOfResultSchema(workspaceId: string, schema: JsonText): SchemaFault | undefined {
  return faultOfSchema(() => compiled.get(workspaceId, schema));
}

/**
 * Validates the result of an extraction. Changes nothing: no defaults, no coercion. Call it only in a thread of the
 * schema pool.
 * @throws {SchemaError} if the schema does not compile, which `faultOfResultSchema` has ruled out
 */
export function validateResult(workspaceId: string, schema: JsonText, result: unknown): Validation {
  return validateValue(compiled.get(workspaceId, schema), result, 'field');
}
