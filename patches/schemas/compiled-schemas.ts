import type { ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { fromJsonText, type JsonText } from '#contract/json-text.ts';
import { compileSchema } from './compile-schema.ts';
import { publishedPattern } from './linear-pattern.ts';

/** The schemas in the cache have at most this many characters. The compiled code is many times as large. */
const keptCharacters = 1024 * 1024;
/** The share of one workspace, which is more than the largest schema needs. */
const workspaceCharacters = 128 * 1024;

type OfWorkspace = LRUCache<JsonText, ValidateFunction>;

/**
 * Recently used schemas, compiled, by workspace. A workspace that uses many evicts its own. When the cache is full, the
 * least recently used workspace is evicted.
 */
export class CompiledSchemas {
  readonly #workspaces = new LRUCache<string, OfWorkspace>({ maxSize: keptCharacters });
  readonly #compile: (schema: JsonText) => ValidateFunction;

  /** @param compile default: compiles the input schema of a published patch */
  constructor(compile = compilePublished) {
    this.#compile = compile;
  }

  /** @throws {SchemaError} if the schema does not compile */
  get(workspaceId: string, schema: JsonText): ValidateFunction {
    const own = this.#workspaces.get(workspaceId) ?? newCache();
    const known = own.get(schema);
    if (known !== undefined) return known;
    const validate = this.#compile(schema);
    own.set(schema, validate);
    // An entry's size is only read when it is set.
    this.#workspaces.delete(workspaceId);
    this.#workspaces.set(workspaceId, own, { size: own.calculatedSize });
    return validate;
  }
}

function newCache(): OfWorkspace {
  return new LRUCache({ maxSize: workspaceCharacters, sizeCalculation: (_, schema) => schema.length });
}

function compilePublished(schema: JsonText): ValidateFunction {
  return compileSchema(fromJsonText(schema), publishedPattern);
}
