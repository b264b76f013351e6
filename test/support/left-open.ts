import { transactionLifetimeSeconds } from '#tools/dev/servers/mongodb-answers.ts';
import type { Database } from '#store/mongo/database.ts';

/** A transaction whose process was killed between its last write and its commit: it keeps its locks. */
export interface LeftOpen {
  /** Transactions of this database are left open. */
  db: Database;
  /** Resolves when one has made its writes. */
  written: Promise<void>;
  /** Ends it as the server finally does: nothing of it takes effect. */
  abort(): Promise<void>;
}

/** As MongoDB has it by default. The servers of tests end a transaction after five seconds, which a test may take. */
const lifetimeSeconds = 60;

/** Sets how long transactions of the server live. Some servers ask when one begins, others all the time. */
async function setLifetime(db: Database, seconds: number): Promise<void> {
  await db.client.db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: seconds });
}

export function leaveOpen(db: Database): LeftOpen {
  const written = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<never>();
  const transactions: Promise<unknown>[] = [];
  const transaction: Database['transaction'] = async (work) => {
    await setLifetime(db, lifetimeSeconds);
    const open = db.client.withSession({ causalConsistency: false }, async (session) => {
      session.startTransaction();
      try {
        await work(session);
        written.resolve();
        return await aborted.promise;
      } finally {
        await session.abortTransaction();
        // Not what it was before: another test may have set that.
        await setLifetime(db, transactionLifetimeSeconds);
      }
    });
    transactions.push(open);
    return await open;
  };
  return {
    db: { ...db, transaction },
    written: written.promise,
    abort: async () => {
      aborted.reject(new Error('the transaction was ended'));
      await Promise.allSettled(transactions);
    },
  };
}
