import {
  type ClientSession,
  type MongoClient,
  MongoErrorLabel,
  MongoNetworkError,
  type TransactionOptions,
} from 'mongodb';
import { bulkWriteCause } from './bulk-write-cause.ts';

/**
 * Transactions read and write on the primary, and what they decide is guarded: none has to come after what its session
 * saw before. With causal consistency the driver says so to the server when one is tried again in its session, by a
 * field that not every command may have.
 */
const independent = { causalConsistency: false } as const;

/**
 * Runs `work` in a transaction. It is run again when MongoDB or the connection fails in a way that passes, with the
 * driver's back-off, for two minutes at most.
 */
export async function inTransaction<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  return await client.withSession(independent, async (session) => {
    return await session.withTransaction(async () => await work(session).catch(throwRetryable), options);
  });
}

/** Throws an error by whose labels the driver judges whether the transaction is tried again. */
function throwRetryable(thrown: unknown): never {
  const error = bulkWriteCause(thrown);
  // The driver leaves this label out for connections that another failure had made it give up.
  if (error instanceof MongoNetworkError) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  throw error;
}
