import { z } from 'zod';
import type { InvalidField } from './errors.ts';
import { Uuid } from './ids.ts';
import { boundedJsonObject } from './json.ts';
import { dialectsInWords } from './json-schema/dialects.ts';
import { ModelClass } from './model-class.ts';
import { text } from './text.ts';

const longestText = 100_000;

/** The input of an extraction: the arguments of `extract@1`, and most of a request. */
export const extractFields = {
  text: text({ min: 1, max: longestText })
    .refine((value) => value === '' || value.trim() !== '', 'must not be blank')
    .meta({
      description: 'The text to extract from.',
      override: { minLength: 1, maxLength: longestText, pattern: '\\S' },
    }),
  schema: boundedJsonObject(
    { depth: 32, characters: 32_768 },
    `JSON Schema of the result, which can be any JSON value. ${dialectsInWords}`,
  ),
  instructions: text({ min: 1, max: 16_000 })
    .optional()
    .meta({ description: 'Instructions for the model, beside the schema.' }),
};

/** Body of `POST /v1/extract`. */
export const ExtractRequest = z
  .strictObject({
    ...extractFields,
    model_class: ModelClass.optional().meta({
      description:
        'Default: the first of `standard`, `fast` and `deep` that the deployment maps to a model, otherwise `scripted`.',
    }),
  })
  .meta({ id: 'ExtractRequest' });
export type ExtractRequest = z.infer<typeof ExtractRequest>;

/** The reason why an extraction failed, for its client, its event and the model of its run (extract.failed). */
export interface ExtractError {
  code: 'extract_failed';
  message: string;
  details: InvalidField[];
}

/** The result of an extraction (extract.result). */
export const Extraction = z
  .object({
    id: Uuid.meta({
      description:
        'Its events have it as `source.id`, its charge as `ref`. It is the `Request-Id` of the request that did the work.',
    }),
    result: z.unknown().meta({ description: 'A JSON value that is valid against the schema.' }),
  })
  .meta({ id: 'Extraction' });
export type Extraction = z.infer<typeof Extraction>;
