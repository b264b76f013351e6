import {
  type ClientSession,
  type MongoClient,
  MongoErrorLabel,
  MongoNetworkError,
  type TransactionOptions,
} from 'mongodb';
import { bulkWriteCause } from './bulk-write-cause.ts';
import { ContentionError } from '#engine/contention/retry-on-conflict.ts';

/**
 * Transactions read and write on the primary, and their decisions are guarded, so none has to follow what its session
 * saw before. With causal consistency, the driver would send a field with retried commands that not every command
 * accepts.
 */
const independent = { causalConsistency: false } as const;

/** How long the last attempt may take, which began just before the time was over. A later answer is read again. */
const lastAttemptMs = 5000;

/** Runs work in transactions, and repeats it if MongoDB or the connection fails temporarily. */
export class Transactions {
  readonly #client: MongoClient;
  readonly #timeoutMs: number;

  /** @param timeoutMs how long a transaction is restarted; the driver would continue for two minutes */
  constructor(client: MongoClient, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * @param work may run several times
   * @throws {ContentionError} if the transaction did not succeed in time
   * @throws {MongoNetworkError} if an answer never came: whether it succeeded is not known
   */
  async run<Result>(
    work: (session: ClientSession) => Promise<Result>,
    settings: TransactionOptions = {},
  ): Promise<Result> {
    const unanswered = Promise.withResolvers<never>();
    // The driver waits forever if it writes to a socket at the moment at which that is destroyed: it expects a `drain` event, and
    // the limits for answers begin after it.
    const timer = setTimeout(() => {
      unanswered.reject(new MongoNetworkError('a transaction was not answered'));
    }, this.#timeoutMs + lastAttemptMs);
    try {
      return await Promise.race([this.#restarted(work, settings), unanswered.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #restarted<Result>(
    work: (session: ClientSession) => Promise<Result>,
    settings: TransactionOptions,
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

/** The error whose labels tell the driver whether to restart the transaction. */
function toRetryable(thrown: unknown): unknown {
  const error = bulkWriteCause(thrown);
  // The driver omits this label if it had given up the connection, or was waiting for one, because of another failure.
  if (error instanceof MongoNetworkError) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  return error;
}
