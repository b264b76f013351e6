import { Timestamp } from './timestamp.ts';

/** The longest time for which an approved write cools off: 30 days. */
export const longestCoolingSeconds = 2_592_000;

/** The longest time in which an approval can be undone. */
export const longestUndoSeconds = 60;

/** When a write is sent that has all of its approvals and is still held (gate.cooling). */
export const NotBefore = Timestamp.optional().meta({
  description:
    'The write has all of its approvals, and is sent at this time. Until then it stays held, does not expire, and can be withdrawn or rejected. Absent if approvals are missing.',
});
