import { z } from 'zod';
import { Timestamp } from './timestamp.ts';

/** Origins: where the values of a held call's arguments were seen before the model made it (origin.*). */

/** The most paths of a call whose values are traced. */
export const mostOrigins = 200;
/** The most places that are shown of a value. */
export const mostSeen = 3;

/** In the order in which they are listed. */
export const originNames = [
  'subject',
  'context',
  'approver',
  'instructions',
  'trusted',
  'untrusted',
  'schema',
  'nowhere',
] as const;
export type OriginName = (typeof originNames)[number];

/** A place where a value was seen. */
const SeenAt = z
  .object({
    kind: z
      .enum(['message', 'result', 'context', 'revision', 'instructions', 'schema'])
      .meta({ id: 'SeenKind' }),
    patch_ref: z.string().optional().meta({ description: 'The patch whose result has the value.' }),
    at: Timestamp.optional(),
    excerpt: z.string().optional().meta({
      description:
        'At most 160 characters with the value in them, redacted as their source is. Absent for a redacted argument; of instructions, schema and context, only API keys and the console see it.',
    }),
  })
  .meta({ id: 'SeenAt' });
export type SeenAt = z.infer<typeof SeenAt>;

/** Where the value of an argument was seen. */
export const ValueOrigin = z
  .object({
    path: z.string().meta({ description: 'A JSON pointer into `args`.' }),
    from: z.array(z.enum(originNames).meta({ id: 'OriginName' })).meta({
      description:
        '`subject`: a message of the user. `context`: a fact that the backend vouches for. `approver`: somebody who corrected or rejected a call. `instructions`: those of the agent. `trusted` and `untrusted`: the result of a patch, by its `trust`. `schema`: a value that the patch offers. `nowhere`: the model made it up or computed it.',
    }),
    seen: z.array(SeenAt).meta({ description: 'At most 3 places.' }),
  })
  .meta({ id: 'ValueOrigin' });
export type ValueOrigin = z.infer<typeof ValueOrigin>;
