import { z } from 'zod';
import { text } from './text.ts';

/** The caller's own labels: at most 16 pairs of strings (message.post.metadata), stored unchanged. */
export const Metadata = z
  .record(text({ min: 1, max: 64, nul: true }), text({ max: 500, nul: true }))
  .refine((pairs) => Object.keys(pairs).length <= 16, 'must hold at most 16 pairs');
export type Metadata = z.infer<typeof Metadata>;
