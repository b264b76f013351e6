import { z } from 'zod';

/** How much a model thinks before it answers. */
export const efforts = ['low', 'medium', 'high'] as const;

/**
 * An agent's settings of its model. A model that does not support a setting answers without it (agent.model-settings).
 */
export const ModelSettings = z
  .strictObject({
    max_output_tokens: z.int().min(1).max(1_000_000).optional().meta({
      description: 'The maximum number of tokens of one turn. Default: that of the model.',
    }),
    temperature: z.number().min(0).max(2).optional().meta({
      description: 'How random the choice of words is. Default: that of the model.',
    }),
    effort: z.enum(efforts).optional().meta({
      description: 'How much the model thinks before it answers. Default: that of the model.',
    }),
  })
  .refine((settings) => Object.keys(settings).length > 0, 'must name a setting')
  .meta({ id: 'ModelSettings' });
export type ModelSettings = z.infer<typeof ModelSettings>;
