import { z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { examples } from './examples/index.ts';

/** Adapts the JSON Schema that zod generates to what clients of the API can rely on. */
export const fitSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  // Clients must ignore unknown fields (version.additive): a response can have more than is described.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const id = z.globalRegistry.get(zodSchema)?.id;
  if (id !== undefined && Object.hasOwn(examples, id)) jsonSchema.examples = [examples[id]];
};
