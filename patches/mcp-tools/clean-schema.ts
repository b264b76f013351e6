import { isJsonObject, type JsonObject } from '#contract/json.ts';
import { shownText } from '#contract/words/shown-line.ts';
import { withoutUnseen } from '#contract/words/unseen-characters.ts';
import { hidesCharacters } from './hides-characters.ts';
import { exactValues, schemaLists, schemaMaps, schemas } from '#contract/json-schema/keywords.ts';

/** A schema without characters that cannot be seen, or why there is none. */
export type CleanSchema = { schema: JsonObject } | { fault: string };

/**
 * A tool's schema as people and models are to read it. Characters that cannot be seen, which could tell a model what its
 * publisher does not read, are removed from titles, descriptions and every other annotation. In a name or a value they
 * cannot be removed, because that would be another name or value: such a schema is refused
 * (mcp-connection.import.clean). Recurses over the schema: check its depth first.
 */
export function cleanSchema(schema: JsonObject): CleanSchema {
  const cleaner = new Cleaner();
  const cleaned = cleaner.schema(schema) as JsonObject;
  return cleaner.fault === undefined ? { schema: cleaned } : { fault: cleaner.fault };
}

class Cleaner {
  /** The first one. */
  fault: string | undefined;

  schema(schema: unknown): unknown {
    if (!isJsonObject(schema)) return schema;
    return this.#members(schema, (keyword, value) => {
      if (schemaMaps.includes(keyword) && isJsonObject(value)) {
        return this.#members(value, (_, member) => this.schema(member));
      }
      if ((schemaLists.includes(keyword) || keyword === 'items') && Array.isArray(value)) {
        return value.map((item) => this.schema(item));
      }
      if (schemas.includes(keyword)) return this.schema(value);
      if (!exactValues.includes(keyword)) return this.#annotation(value);
      this.#check(value);
      return value;
    });
  }

  #annotation(value: unknown): unknown {
    if (typeof value === 'string') return withoutUnseen(value);
    if (Array.isArray(value)) return value.map((item) => this.#annotation(item));
    return isJsonObject(value) ? this.#members(value, (_, member) => this.#annotation(member)) : value;
  }

  #check(value: unknown): void {
    if (typeof value === 'string') this.#checkText(value, 'the value');
    else if (Array.isArray(value)) for (const item of value) this.#check(item);
    else if (isJsonObject(value)) this.#members(value, (_, member) => this.#check(member));
  }

  #members(members: JsonObject, clean: (name: string, value: unknown) => unknown): JsonObject {
    return Object.fromEntries(
      Object.entries(members).map(([name, value]) => {
        this.#checkText(name, 'the name');
        return [name, clean(name, value)];
      }),
    );
  }

  #checkText(text: string, what: string): void {
    if (!hidesCharacters(text)) return;
    this.fault ??= `${what} ${shownText(text, 100)} has invisible characters`;
  }
}
