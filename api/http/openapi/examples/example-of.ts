import { z } from 'zod';
import { defined } from '#contract/defined.ts';
import { examples } from './index.ts';

/** An example for a schema, found by its id, or a list of one. Undefined if there is none. */
export function exampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodArray) {
    const item = exampleOf(schema.element as z.ZodType);
    return item === undefined ? undefined : [item];
  }
  const id = z.globalRegistry.get(schema)?.id;
  return id === undefined || !Object.hasOwn(examples, id) ? undefined : examples[id];
}

/** A media type with its schema, and an example if there is one. */
export function media(schema: z.ZodType, example = exampleOf(schema)) {
  return { schema, ...defined({ example }) };
}
