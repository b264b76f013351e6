import type { Database } from '#store/mongo/database.ts';
import { KilledError } from './dying-database.ts';

const names = ['mcp_grants', 'oauth_authorizations', 'oauth_interactions', 'oauth_tokens'] as const;
const writes = new Set<string | symbol>(['updateOne', 'insertOne', 'findOneAndUpdate', 'deleteOne']);

/** Where a process stops, and how it continues. */
export interface Stop {
  /** Resolves when the process has come there. */
  reached: Promise<void>;
  /** Lets it make the write; if `dies`, nothing after that one. */
  goOn: (dies: boolean) => void;
}

/** A database whose process can be stopped before its writes of grants and of the authorization server. */
export class StoppingDatabase {
  readonly db: Database;
  #left = Number.POSITIVE_INFINITY;
  #reached = Promise.withResolvers<void>();
  #released = Promise.withResolvers<boolean>();
  #dead = false;

  constructor(db: Database) {
    const collections = Object.fromEntries(names.map((name) => [name, this.#stopping(db[name])]));
    this.db = {
      ...db,
      ...collections,
      // Writes within it are made at once.
      transaction: async (work) => await this.#step(async () => await db.transaction(work)),
    };
  }

  /** Starts the process again after it died. */
  restart(): void {
    this.#dead = false;
    this.#left = Number.POSITIVE_INFINITY;
  }

  /** Stops the process before its nth write from now on. */
  stopAt(nth: number): Stop {
    this.#left = nth;
    this.#reached = Promise.withResolvers();
    this.#released = Promise.withResolvers();
    return { reached: this.#reached.promise, goOn: this.#released.resolve };
  }

  async #step<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#dead) throw new KilledError();
    this.#left -= 1;
    if (this.#left !== 0) return await write();
    this.#reached.resolve();
    const dies = await this.#released.promise;
    if (!dies) return await write();
    this.#dead = true;
    // Whether it takes effect or fails, a process that died does not learn it.
    await Promise.allSettled([write()]);
    throw new KilledError();
  }

  #stopping<Collection extends object>(collection: Collection): Collection {
    return new Proxy(collection, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        const bound = member.bind(target) as (...args: unknown[]) => Promise<unknown>;
        if (!writes.has(name)) return bound;
        return async (...args: unknown[]) => {
          const isInTransaction = args.some(
            (arg) => typeof arg === 'object' && arg !== null && 'session' in arg,
          );
          return isInTransaction ? await bound(...args) : await this.#step(async () => await bound(...args));
        };
      },
    });
  }
}
