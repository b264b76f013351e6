import { z } from 'zod';

/** An integer in a query, where all values arrive as text. The API reference describes it as an integer. */
export function queryInteger({
  pattern,
  message,
  bounds = {},
}: {
  /** The accepted texts. */
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
