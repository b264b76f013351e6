import {
  type ClientSession,
  type MongoClient,
  MongoError,
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

/** Runs work in transactions, and repeats it if MongoDB or the connection fails temporarily. */
export class Transactions {
  readonly #client: MongoClient;
  readonly #timeoutMs: number;

  /**
   * @param timeoutMs how long a transaction is restarted, and its commit repeated; the driver would continue for two minutes
   */
  constructor(client: MongoClient, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * @param work may run several times
   * @throws {ContentionError} if the transaction did not succeed in time
   * @throws {MongoError} if MongoDB is away; the transaction may then have succeeded
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
          const result = await retryably(work, session);
          await commit(session, end);
          return result;
        } catch (error) {
          last = error;
          throw error;
        }
      }, settings),
    );
  }
}

/** Does the work. An error has the labels that tell the driver whether to restart the transaction. */
async function retryably<Result>(
  work: (session: ClientSession) => Promise<Result>,
  session: ClientSession,
): Promise<Result> {
  try {
    return await work(session);
  } catch (thrown) {
    const error = bulkWriteCause(thrown);
    // The driver omits this label if it had given up the connection, or was waiting for one, because of another failure.
    if (error instanceof MongoNetworkError) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
    throw error;
  }
}

/** Commits, and repeats that until the end while the result is unknown. */
async function commit(session: ClientSession, end: number): Promise<void> {
  for (;;) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!isUnknown(error) || performance.now() > end) throw error;
    }
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof MongoError && error.hasErrorLabel(MongoErrorLabel.UnknownTransactionCommitResult);
}
