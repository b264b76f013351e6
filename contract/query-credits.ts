import { z } from 'zod';
import type { Microcredits } from './credits.ts';

/** Credits in a query, where all values arrive as text: an exact number of microcredits. */
export function queryCredits(description: string) {
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be an amount of credits with at most six decimal places')
    .meta({
      override: ({ jsonSchema }) => {
        delete jsonSchema.pattern;
        Object.assign(jsonSchema, { type: 'number', minimum: 0, maximum: 1_000_000_000 });
      },
    })
    .transform((text): Microcredits => {
      const [whole = '', places = ''] = text.split('.');
      return Number(whole + places.padEnd(6, '0'));
    })
    .optional()
    .meta({ description });
}
