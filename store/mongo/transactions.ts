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
 * Transactions read and write on the primary, and what they decide is guarded: none has to come after what its session
 * saw before. With causal consistency the driver says so to the server when one is tried again in its session, by a
 * field that not every command may have.
 */
const independent = { causalConsistency: false } as const;

/** Runs work in transactions, and runs it again when MongoDB or the connection fails in a way that passes. */
export class Transactions {
  readonly #client: MongoClient;
  readonly #timeoutMs: number;

  /** @param timeoutMs how long a transaction is begun anew; the driver would go on for two minutes */
  constructor(client: MongoClient, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * @param work may run several times
   * @throws {ContentionError} when the transaction did not come through in time
   */
  async run<Result>(
    work: (session: ClientSession) => Promise<Result>,
    settings: TransactionOptions = {},
  ): Promise<Result> {
    const end = performance.now() + this.#timeoutMs;
    let last: unknown;
    return await this.#client.withSession(independent, async (session) =>
      session.withTransaction(async () => {
        if (performance.now() > end) throw new ContentionError('what a transaction writes', last);
        try {
          return await work(session);
        } catch (error) {
          last = error;
          throw toRetryable(error);
        }
      }, settings),
    );
  }
}

/** The error by whose labels the driver judges whether the transaction is begun anew. */
function toRetryable(thrown: unknown): unknown {
  const error = bulkWriteCause(thrown);
  // The driver leaves this label out where another failure had made it give up the connection, or wait for one.
  if (error instanceof MongoNetworkError) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  return error;
}
