import { Ajv2020, type FuncKeywordDefinition, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { RegExpEngine } from 'ajv/dist/types/index.js';
import { isMultipleOf } from '#contract/exact-number.ts';
import type { JsonObject } from '#contract/json.ts';
import { inCurrentDialect, type SchemaFault } from '#contract/json-schema/current-dialect.ts';
import { linearPattern } from './linear-pattern.ts';

// The package is CommonJS, but its types say otherwise.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** A schema that cannot be used. The message says why. */
export class SchemaError extends Error {
  override name = 'SchemaError';
  readonly code: SchemaFault['code'];

  constructor(message: string, options: ErrorOptions & Partial<Pick<SchemaFault, 'code'>> = {}) {
    super(message, options);
    this.code = options.code ?? 'invalid_schema';
  }
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
 * Compiles the JSON Schema of a patch's arguments, which are an object.
 * @param pattern how patterns are matched
 * @throws {SchemaError} if it cannot be used
 */
export function compileSchema(schema: JsonObject, pattern?: RegExpEngine): ValidateFunction {
  const same = currentSchema(schema);
  if (same['type'] !== 'object') throw new SchemaError('must have type object');
  return compileAnySchema(same, pattern);
}

/**
 * The schema in the dialect 2020-12, the only one that is compiled.
 * @throws {SchemaError} if none means the same
 */
export function currentSchema(schema: JsonObject): JsonObject {
  const converted = inCurrentDialect(schema);
  if ('schema' in converted) return converted.schema;
  const { code, message } = converted.fault;
  throw new SchemaError(message, { code });
}

/**
 * Compiles a JSON Schema of any accepted dialect. Every schema has a compiler of its own, so that no schema sees the `$id`
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
    return compile(currentSchema(schema), pattern, keywords);
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    const why = error instanceof Error ? error.message : 'no reason known';
    throw new SchemaError(`does not compile: ${why.slice(0, 300)}`, { cause: error });
  }
}

/** Why a schema cannot be compiled; undefined if it can. */
export function faultOfSchema(compiling: () => unknown): SchemaFault | undefined {
  try {
    compiling();
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return { code: error.code, message: error.message };
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
      `is not a JSON Schema: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.slice(0, 300),
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
