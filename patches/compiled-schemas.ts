import type { ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { fromJsonText, type JsonText } from '#contract/json-text.ts';
import { compileSchema } from './compile-schema.ts';
import { publishedPattern } from './linear-pattern.ts';

/** How much schema text is kept compiled, in characters: the code made of it is many times as large. */
const keptCharacters = 1024 * 1024;
/** What of it one workspace may have. It is more than any one schema may have. */
const workspaceCharacters = 128 * 1024;

type OfWorkspace = LRUCache<JsonText, ValidateFunction>;

/**
 * The schemas that were compiled last, by workspace: one that uses many pushes out its own, and room for others is made
 * by the workspace that was not heard of for longest.
 */
export class CompiledSchemas {
  readonly #workspaces = new LRUCache<string, OfWorkspace>({ maxSize: keptCharacters });
  readonly #compile: (schema: JsonText) => ValidateFunction;

  constructor(compile = compilePublished) {
    this.#compile = compile;
  }

  /** @throws {SchemaError} when the schema does not compile, which publication has ruled out */
  get(workspaceId: string, schema: JsonText): ValidateFunction {
    const own = this.#workspaces.get(workspaceId) ?? newCache();
    const known = own.get(schema);
    if (known !== undefined) return known;
    const validate = this.#compile(schema);
    own.set(schema, validate);
    // Its size is taken when it is set anew.
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
