import { z } from 'zod';
import { Timestamp } from './timestamp.ts';

/** The creator and the last use of a key: they help a person to decide whether it can be deleted. */
export const KeyLife = z.object({
  created_by: z.string().optional().meta({
    description: 'The creator, as named in the request. Absent if the request named no person.',
  }),
  last_used_at: Timestamp.optional().meta({
    description: 'When it was last used, to within two minutes. Absent if it was never used.',
  }),
});
export type KeyLife = z.infer<typeof KeyLife>;
