import type { ClientBulkWriteModel } from 'mongodb';
import type { Database, Documents } from './database.ts';

/** What the commit itself touches of a document; the driver's own type would have the id be an ObjectId. */
interface AnyDocument {
  _id: string;
  version?: number;
  balance?: number;
}

/** Somebody else wrote a document of the commit first: nothing was written. Load again and decide again. */
export class StaleWriteError extends Error {
  override name = 'StaleWriteError';
}

/**
 * Writes that take effect together or not at all, in two round trips whatever their number: one `bulkWrite` over
 * all collections, one commit of its transaction.
 */
export class Commit {
  readonly #db: Database;
  readonly #writes: ClientBulkWriteModel<Record<string, AnyDocument>>[] = [];
  /** How many documents the updates must find. */
  #expected = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  insert<Name extends keyof Documents>(collection: Name, documents: Documents[Name][]): this {
    for (const document of documents) {
      this.#writes.push({ namespace: this.#namespace(collection), name: 'insertOne', document });
    }
    return this;
  }

  /** Replaces a document, if it still has the version before the new one's. */
  replace<Name extends 'runs' | 'threads'>(collection: Name, replacement: Documents[Name]): this {
    this.#writes.push({
      namespace: this.#namespace(collection),
      name: 'replaceOne',
      filter: { _id: replacement._id, version: replacement.version - 1 },
      replacement,
    });
    this.#expected += 1;
    return this;
  }

  /** Adds to a workspace's balance. Keep it last: the account is the one document that all its runs share. */
  addToBalance(workspaceId: string, amount: number): this {
    this.#writes.push({
      namespace: this.#namespace('accounts'),
      name: 'updateOne',
      filter: { _id: workspaceId },
      update: { $inc: { balance: amount } },
    });
    this.#expected += 1;
    return this;
  }

  /** @throws {StaleWriteError} when a document to replace was written by somebody else, or is gone */
  async write(): Promise<void> {
    await this.#db.transaction(async (session) => {
      const result = await this.#db.client.bulkWrite<Record<string, AnyDocument>>(this.#writes, {
        session,
        ordered: true,
      });
      if (result.matchedCount !== this.#expected) throw new StaleWriteError('a document was written first');
    });
  }

  #namespace(collection: keyof Documents): string {
    return this.#db[collection].namespace;
  }
}

/** Tries `work` again, from its loading on, for as long as others keep writing first. */
export async function untilFresh<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleWriteError)) throw error;
    }
  }
}
