import {
  type ClientSession,
  type MongoClient,
  MongoErrorLabel,
  MongoNetworkError,
  type TransactionOptions,
} from 'mongodb';
import { bulkWriteCause } from './bulk-write-cause.ts';
import { ContentionError } from './retry-on-conflict.ts';

/**
 * Transactions read and write on the primary, and what they decide is guarded, so that none has to come after what its
 * session saw before. With causal consistency the driver would tell the server so when it retries a transaction, in a
 * field that not every command may have.
 */
const independent = { causalConsistency: false } as const;

/**
 * Runs `work` in a transaction. It is run again, with the driver's back-off, when MongoDB or the connection fails in a
 * way that passes.
 * @param retriedMs how long it is begun anew; the driver itself would do so for two minutes
 * @throws {ContentionError} when it still fails after that time
 */
export async function inTransaction<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
  { retriedMs, ...options }: TransactionOptions & { retriedMs: number },
): Promise<Result> {
  return await client.withSession(independent, async (session) => {
    const end = performance.now() + retriedMs;
    let last: unknown;
    return await session.withTransaction(async () => {
      if (performance.now() > end) throw new ContentionError('what a transaction writes', last);
      try {
        return await work(session);
      } catch (error) {
        last = error;
        throw toRetryable(error);
      }
    }, options);
  });
}

/** The error by whose labels the driver judges whether the transaction is run again. */
function toRetryable(thrown: unknown): unknown {
  const error = bulkWriteCause(thrown);
  // The driver leaves this label out for connections that another failure had made it give up.
  if (error instanceof MongoNetworkError) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  return error;
}
