import type { Schema } from '../../api/schema.ts';

/** A connection, without its secrets. */
export type Connection = Schema<'Connection'>;

/** The key of the query that lists connections. */
export const connectionsKey = ['connections'];
