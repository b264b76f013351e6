import { z } from 'zod';
import { Uuid } from './ids.ts';
import { FreeJson } from './json.ts';
import { Timestamp } from './timestamp.ts';

/** An earlier call on the thread that asked for the same, and that a person rejected. */
export const RejectedBefore = z
  .object({
    run_id: Uuid,
    tool_call_id: Uuid,
    by: z.string().meta({ description: 'The person who rejected it.' }),
    at: Timestamp.meta({ description: 'When it was rejected.' }),
    detail: FreeJson.optional().meta({ description: "That person's note, redacted." }),
  })
  .meta({ id: 'RejectedBefore' });
export type RejectedBefore = z.infer<typeof RejectedBefore>;

/** An earlier call on the thread that asked for the same, and on which nobody decided in time. */
export const ExpiredBefore = z
  .object({
    run_id: Uuid,
    tool_call_id: Uuid,
    at: Timestamp.meta({ description: 'When it expired.' }),
  })
  .meta({ id: 'ExpiredBefore' });
export type ExpiredBefore = z.infer<typeof ExpiredBefore>;

/** The outcomes of earlier calls that asked for the same as a held one, newest of each kind. */
export const turnedDownBefore = {
  rejected_before: RejectedBefore.optional().meta({
    description:
      'The same call was rejected on this thread before, and the user has written since. The stages of both gates apply.',
  }),
  expired_before: ExpiredBefore.optional().meta({
    description:
      'The same call was held on this thread before, and nobody decided in time. The stages of both gates apply.',
  }),
};
