import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

/**
 * A schema as the SDK lists it. The SDK does not validate with it: what a client sends is parsed by the tool itself, whose
 * errors have the service's codes.
 * @param io whether it describes what clients send or receive
 */
export function listedSchema(schema: z.ZodType, io: 'input' | 'output'): StandardSchemaWithJSON {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // Rules that are code have their JSON Schema in `override`.
      Object.assign(jsonSchema, jsonSchema['override']);
      delete jsonSchema['override'];
      // Clients must ignore unknown fields (version.additive).
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
      // The same, in the form that clients understand best.
      if (isEmpty(jsonSchema.additionalProperties)) jsonSchema.additionalProperties = true;
    },
  });
  const convert = () => json;
  return {
    '~standard': {
      version: 1,
      vendor: 'heddle',
      validate: (value) => ({ value }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}
