declare const content: unique symbol;

/**
 * A JSON value stored as text. Free JSON from a tenant, a host or a model is stored in this form, because BSON cannot
 * hold all of it: it refuses keys with NUL and members named `_bsontype`, and returns `{$ref, $id}` as another type.
 * The text returns exactly what was stored.
 */
export type JsonText<Value = Record<string, unknown>> = string & { readonly [content]: Value };

/** The text of a value that JSON can hold. Does not use zod, because workflow code and the rules of a run import it. */
export function toJsonText<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value) as JsonText<Value>;
}

/** The value of a text from {@link toJsonText}. */
export function fromJsonText<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value;
}

/** In a JSON text: the position after the quote that ends the string that begins at `start`. */
export function endOfText(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); ; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
}
