import { z } from 'zod';
import { examples } from './index.ts';

/**
 * An example of what a schema describes: that of its id, or a list of one.
 * @throws {Error} for a schema that has no id, or an id without an example
 */
export function exampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType)];
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('what bodies consist of needs an id in its meta');
  if (!Object.hasOwn(examples, id)) throw new Error(`api/openapi/examples has none of ${id}`);
  return examples[id];
}
