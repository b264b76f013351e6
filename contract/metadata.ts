import type { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { text } from './text.ts';

/** The caller's own labels: at most 16 pairs of strings (message.post.metadata), stored unchanged. */
export const Metadata = boundedRecord(text({ min: 1, max: 64, nul: true }), text({ max: 500, nul: true }), {
  most: 16,
});
export type Metadata = z.infer<typeof Metadata>;
