import type { Document } from 'mongodb';

/** A command as the driver sends it, and what its place in a transaction or a change stream makes of it. */
export interface Command {
  name: string;
  /** Undefined for commands of no collection, such as `bulkWrite` and `commitTransaction`. */
  collection: string | undefined;
  /** A statement of a transaction, its commit or its abort. */
  inTransaction: boolean;
  /** Commits or aborts a transaction. */
  endsTransaction: boolean;
  /** A write by itself that the server remembers, so that the driver may send it again. */
  retryableWrite: boolean;
  /** Opens a change stream or reads on in one. */
  changeStream: boolean;
}

const ends = new Set(['commitTransaction', 'abortTransaction']);

export function readCommand(document: Document): Command {
  const name = Object.keys(document)[0] ?? '';
  const target: unknown = name === 'getMore' ? document['collection'] : document[name];
  const inTransaction = document['autocommit'] === false;
  const opensStream = document['pipeline']?.[0]?.['$changeStream'] !== undefined;
  return {
    name,
    collection: typeof target === 'string' ? target : undefined,
    inTransaction,
    endsTransaction: ends.has(name),
    retryableWrite: document['txnNumber'] !== undefined && !inTransaction,
    // A stream of a whole database is of no collection.
    changeStream: opensStream || (name === 'getMore' && target === '$cmd.aggregate'),
  };
}
