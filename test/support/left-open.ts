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

/** Longer than a test needs. The servers of tests end a transaction after five seconds. */
const lifetimeSeconds = 120;

/** Has transactions that begin meanwhile live long: it is when they begin that the server says when they end. */
async function livingLong(db: Database, begin: () => Promise<unknown>): Promise<void> {
  const admin = db.client.db('admin');
  const parameter = 'transactionLifetimeLimitSeconds';
  const { [parameter]: usual } = await admin.command({ getParameter: 1, [parameter]: 1 });
  await admin.command({ setParameter: 1, [parameter]: lifetimeSeconds });
  try {
    await begin();
  } finally {
    await admin.command({ setParameter: 1, [parameter]: usual as number });
  }
}

export function leaveOpen(db: Database): LeftOpen {
  const written = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<never>();
  const transactions: Promise<unknown>[] = [];
  const transaction: Database['transaction'] = async (work) => {
    const open = db.client.withSession({ causalConsistency: false }, async (session) => {
      session.startTransaction();
      await livingLong(db, async () => await work(session));
      written.resolve();
      try {
        return await aborted.promise;
      } finally {
        await session.abortTransaction();
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
