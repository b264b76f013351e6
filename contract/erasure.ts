import { z } from 'zod';
import { SubjectRef, Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** The erasure of a subject's data (erasure.*). */
export const Erasure = z
  .object({
    id: Uuid,
    status: z.enum(['running', 'completed']),
    subject_ref: SubjectRef.optional().meta({
      description: 'While the erasure runs. It is erased with the rest.',
    }),
    created_at: Timestamp,
    completed_at: Timestamp.optional(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.infer<typeof Erasure>;
