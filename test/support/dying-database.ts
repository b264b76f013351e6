import type { Database } from '#store/mongo/database.ts';

/** Thrown where a killed process would have stopped. */
export class KilledError extends Error {
  override name = 'KilledError';
}

const writes = new Set<string | symbol>(['findOneAndUpdate', 'insertOne', 'updateOne', 'bulkWrite']);

/**
 * A database whose process dies after one of its writes of accounts, the ledger and the audit log, so that nobody
 * learns its result.
 * @param at the number of the write, from 1
 */
export function dyingDatabase(db: Database, at: number): Database {
  let count = 0;
  const dying = <Collection extends object>(collection: Collection): Collection =>
    new Proxy(collection, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (!writes.has(name)) return member.bind(target) as unknown;
        return async (...args: unknown[]) => {
          count += 1;
          const result = (await member.apply(target, args)) as unknown;
          if (count === at) throw new KilledError();
          return result;
        };
      },
    });
  return {
    ...db,
    accounts: dying(db.accounts),
    ledger: dying(db.ledger),
    audit_chains: dying(db.audit_chains),
    audit_entries: dying(db.audit_entries),
  };
}
