import { z } from 'zod';
import { Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** The earlier call on the thread that a call repeats, by the key of its patch (`reliability.key`). */
export const RepeatedCall = z
  .object({
    run_id: Uuid,
    tool_call_id: Uuid,
    status: z
      .enum(['ok', 'in_flight', 'unknown'])
      .meta({ description: 'The status when the call was held.' }),
    at: Timestamp.meta({ description: 'When the model asked for it.' }),
  })
  .meta({ id: 'RepeatedCall' });
export type RepeatedCall = z.infer<typeof RepeatedCall>;
