import { z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { examples } from './examples/index.ts';

/** Brings what zod makes of a schema into the form that clients of the API can rely on. */
export const fitSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  // Clients must ignore fields they do not know (version.additive): an answer may have more than is described.
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const id = z.globalRegistry.get(zodSchema)?.id;
  if (id !== undefined && Object.hasOwn(examples, id)) jsonSchema.examples = [examples[id]];
};
