import { MongoNetworkError } from 'mongodb';
import type { Database } from '#store/mongo/database.ts';

type Collection = 'oauth_tokens' | 'oauth_authorizations' | 'oauth_interactions';

/** A call to MongoDB whose process stands still right after it. */
export interface HeldCall {
  /** Resolves when the call was made. */
  reached: Promise<void>;
  /** Lets the process continue. */
  release: () => void;
}

/** Holds the caller of a collection's method after the next call was made, as if its process was frozen. */
export function holdNext(
  db: Database,
  name: 'oauth_tokens' | 'oauth_authorizations',
  method: string,
): HeldCall {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const collection = db[name];
  const restore = () => Object.assign(db, { [name]: collection });
  const held = new Proxy(collection, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      if (property !== method) return member.bind(target) as unknown;
      return async (...args: unknown[]) => {
        restore();
        const result = (await member.apply(target, args)) as unknown;
        reached.resolve();
        await released.promise;
        return result;
      };
    },
  });
  Object.assign(db, { [name]: held });
  return { reached: reached.promise, release: () => released.resolve() };
}

/** Lets everything fail that is done with a collection, as if MongoDB was away. @returns what ends it */
export function loseCollection(db: Database, name: Collection): () => void {
  const collection = db[name];
  const away = () => Promise.reject(new MongoNetworkError('connection closed'));
  Object.assign(db, { [name]: new Proxy(collection, { get: () => away }) });
  return () => Object.assign(db, { [name]: collection });
}
