import type { Schema } from '../../api/schema.ts';

/** A connection, without its secrets. */
export type Connection = Schema<'Connection'>;
