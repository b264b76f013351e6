import { z } from 'zod';
import { creditsOfText, type Microcredits } from './credits.ts';

/** Credits in a query, where all values arrive as text: an exact number of microcredits. */
export function queryCredits(description: string) {
  return z
    .string()
    .refine(
      (text) => creditsOfText(text) !== undefined,
      'must be an amount of credits with at most six decimal places',
    )
    .meta({
      override: ({ jsonSchema }) => {
        Object.assign(jsonSchema, { type: 'number', minimum: 0, maximum: 1_000_000_000 });
      },
    })
    .transform((text): Microcredits => creditsOfText(text) ?? 0)
    .optional()
    .meta({ description });
}
