/**
 * For single writes of documents that a transaction may have locked: one of a process that was killed keeps its locks
 * until the server ends it. Whoever meets them is told so after this, and goes on or comes again.
 */
export const singleWrite = { maxTimeMS: 2000 } as const;
