import { Ajv2020, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { RegExpEngine } from 'ajv/dist/types/index.js';
import { isMultipleOf } from '#contract/exact-number.ts';
import type { JsonObject } from '#contract/json.ts';
import { differenceOfDraft07, isDraft07 } from './draft-07.ts';
import { linearPattern } from './linear-pattern.ts';

// The package is CommonJS, but its types say otherwise.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** An input schema that cannot be used. The message says why. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

const options = {
  // Unknown keywords and formats are annotations, as in JSON Schema.
  strict: false,
  logger: false,
  allErrors: true,
  // Members of the prototype are not arguments: `required: ['constructor']` requires an own one.
  ownProperties: true,
  // A chain of references, each used twice, must not be expanded.
  inlineRefs: false,
} as const;

/** Knows only the meta-schema of 2020-12. */
let metaSchemas: Ajv2020 | undefined;

/**
 * Compiles the JSON Schema 2020-12 of a patch's arguments, which are an object.
 * @param pattern how patterns are matched
 * @throws {SchemaError} if it cannot be used
 */
export function compileSchema(schema: JsonObject, pattern?: RegExpEngine): ValidateFunction {
  if (schema['type'] !== 'object') throw new SchemaError('must have type object');
  return compileAnySchema(schema, pattern);
}

/**
 * Compiles a JSON Schema 2020-12, or one of draft-07 that means the same there. Every schema has a compiler of its own, so that no schema sees the `$id`
 * of another, and references stay within the schema. Ajv generates code from schemas and quotes what it takes from
 * them; `$data`, which would take patterns from arguments, is off. The schema does not show how long this takes, so
 * call it only in a thread of the schema pool.
 * @param pattern how patterns are matched
 * @param keywords further ones
 * @throws {SchemaError} if it cannot be used
 */
export function compileAnySchema(
  schema: JsonObject,
  pattern: RegExpEngine = linearPattern,
  keywords: readonly FuncKeywordDefinition[] = [],
): ValidateFunction {
  try {
    return compile(inCurrentDialect(schema), pattern, keywords);
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    const why = error instanceof Error ? error.message : 'no reason known';
    throw new SchemaError(`does not compile: ${why.slice(0, 300)}`, { cause: error });
  }
}

/** @throws {SchemaError} if it is of draft 7, and means something else in 2020-12 */
function inCurrentDialect(schema: JsonObject): JsonObject {
  if (!isDraft07(schema)) return schema;
  const difference = differenceOfDraft07(schema);
  if (difference !== undefined) {
    throw new SchemaError(`is of draft-07, and differs from 2020-12: ${difference}`);
  }
  const { $schema: _dialect, ...same } = schema;
  return same;
}

/** Why a schema cannot be compiled; undefined if it can. */
export function faultOfSchema(compiling: () => unknown): string | undefined {
  try {
    compiling();
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

function compile(
  schema: JsonObject,
  pattern: RegExpEngine,
  keywords: readonly FuncKeywordDefinition[],
): ValidateFunction {
  metaSchemas ??= newMetaSchemas();
  if (metaSchemas.validateSchema(schema) !== true) {
    const [first] = metaSchemas.errors ?? [];
    throw new SchemaError(
      `is no JSON Schema: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.slice(0, 300),
    );
  }
  const ajv = new Ajv2020({ ...options, code: { regExp: pattern }, meta: false, validateSchema: false });
  addFormats(ajv);
  withDecimalMultiples(ajv);
  for (const keyword of keywords) ajv.addKeyword(keyword);
  const validate = ajv.compile(schema);
  if ('$async' in validate) throw new SchemaError('must not have $async');
  return validate;
}

/** Ajv would divide doubles, of which 19.99 is no multiple of 0.01. */
function withDecimalMultiples(ajv: Ajv2020): void {
  ajv.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultipleOf(value, step),
    errors: false,
    error: { message: ({ schema }: { schema: number }) => `must be a multiple of ${schema}` },
  });
}

function newMetaSchemas(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv);
  return ajv;
}
