import type { Schema } from '../../api/schema.ts';

/** A budget, with what is spent of it. */
export type Budget = Schema<'Budget'>;
