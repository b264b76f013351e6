/**
 * For single writes of documents that a transaction may have locked. A killed process keeps its locks until the server
 * aborts its transaction. A write that meets such a lock fails after this time.
 */
export const singleWrite = { maxTimeMS: 2000 } as const;
