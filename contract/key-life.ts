import { z } from 'zod';
import { Timestamp } from './timestamp.ts';

/** The creator and the last use of a key: they help a person to decide whether it can be deleted. */
export const KeyLife = z.object({
  created_by: z.string().optional().meta({
    description: 'The creator, by the name that they gave. Absent if they gave none.',
  }),
  last_used_at: Timestamp.optional().meta({
    description:
      'When it was last used, to within two minutes. Absent if it was not used since this is recorded.',
  }),
});
export type KeyLife = z.infer<typeof KeyLife>;
