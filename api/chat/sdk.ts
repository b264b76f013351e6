import { z } from 'zod';
import type { UiMessageChunk } from '#contract/chat.ts';

/** The AI SDK of a client, by the frames that it reads. */
export const sdkQuery = {
  sdk: z.enum(['6', '7']).optional().meta({
    description:
      'The major version of the AI SDK that reads the stream. `6`, also for 7.0.0 to 7.0.86: only frames that these versions know. What is held and what was decided is in parts `data-approval` alone. Default: `7`.',
  }),
};
export type Sdk = '6' | '7';

/** The frame for older versions in place of one that they would refuse. Their stream ends with it. */
export const repeatedTurn: UiMessageChunk = {
  type: 'error',
  errorText: 'The agent begins its turn again. Resume the stream.',
};

/**
 * A frame as a version of the AI SDK reads it: older ones refuse streams with frames or fields that they do not know.
 * @returns undefined if the version has no such frame
 */
export function frameFor(sdk: Sdk, chunk: UiMessageChunk): UiMessageChunk | undefined {
  if (sdk === '7') return chunk;
  if (chunk.type === 'tool-approval-response') return undefined;
  if (chunk.type === 'reset-step') return repeatedTurn;
  const { approvalDescriptor: _, ref: __, ...known } = chunk;
  return known;
}
