declare const content: unique symbol;

/**
 * A JSON value kept as its text. Whatever a tenant, a host or a model gives as free JSON is stored like this, because
 * BSON cannot hold all of it: keys with NUL and members named `_bsontype` are refused, and `{$ref, $id}` comes back as
 * another type. What comes out of the text is what went in.
 */
export type JsonText<Value = Record<string, unknown>> = string & { readonly [content]: Value };

/** The text of a value that JSON can hold. Free of zod: workflow code and the rules of a run import it. */
export function toJsonText<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value) as JsonText<Value>;
}

/** The value of a text that {@link toJsonText} made. */
export function fromJsonText<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text) as Value;
}
