import type { PatchDefinition } from '#contract/patch.ts';

/** A patch to publish, silent and without a request, with parts of it replaced. */
export function patchDefinition(
  parts: Partial<PatchDefinition> = {},
): Omit<PatchDefinition, 'timeout_seconds'> {
  return {
    key: 'pay',
    description: 'Pays somebody.',
    interaction: 'silent',
    input_schema: {
      type: 'object',
      properties: {
        amount: { type: 'number' },
        recipient: { type: 'object', properties: { name: { type: 'string' } } },
        note: { type: 'string' },
      },
      required: ['amount'],
    },
    risk: { base: 'medium' },
    reliability: { idempotent: true, retry: 'safe' },
    ...parts,
  };
}
