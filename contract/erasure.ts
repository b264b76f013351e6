import { z } from 'zod';
import { SubjectRef, Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** The erasure of all data of a subject (erasure.*). */
export const Erasure = z
  .object({
    id: Uuid,
    status: z.enum(['running', 'completed']),
    subject_ref: SubjectRef.optional().meta({
      description: 'Present while the erasure runs.',
    }),
    created_at: Timestamp,
    completed_at: Timestamp.optional(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.infer<typeof Erasure>;
