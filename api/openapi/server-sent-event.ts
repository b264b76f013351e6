import { z } from 'zod';

/**
 * One event of a `text/event-stream`, as OpenAPI describes it: by the fields of its text, which are all strings. `data`
 * contains JSON of the given schema, which needs an id.
 */
export function serverSentEvent(data: z.ZodType): z.ZodObject {
  const id = z.globalRegistry.get(data)?.id;
  if (id === undefined) throw new Error('what a stream consists of needs an id in its meta');
  return z.object({
    id: z.string().optional().meta({ description: 'Where to continue: `Last-Event-ID`.' }),
    event: z.string().optional().meta({ description: 'The type, as in `data`.' }),
    data: z
      .string()
      .optional()
      .meta({
        description: `${id}, as JSON.`,
        override: {
          contentMediaType: 'application/json',
          contentSchema: { $ref: `#/components/schemas/${id}` },
        },
      }),
  });
}
