import { z } from 'zod';

/** An integer of a query, where all values come as text; described as the integer that clients mean. */
export function queryInteger({
  pattern,
  message,
  bounds = {},
}: {
  /** What texts are taken. */
  pattern: RegExp;
  message: string;
  bounds?: { minimum?: number; maximum?: number; default?: number };
}) {
  return z
    .string()
    .regex(pattern, message)
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: 'integer', ...bounds });
      },
    })
    .transform(Number);
}
