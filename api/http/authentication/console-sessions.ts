import type { ConsoleSessionDocument } from '#store/documents/console-session.ts';
import type { Database } from '#store/mongo/database.ts';
import { extendedExpiry, extendSession, findSession, hashSecret } from '#store/console/sessions.ts';
import type { Guard } from './credential-cache.ts';
import { ProvenCredentials } from './proven-credentials.ts';

/** Looks up sessions of the console. Never from memory, because a session ends everywhere at once. */
export class ConsoleSessions {
  readonly #db: Database;
  readonly #proven = new ProvenCredentials();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * The session that a cookie belongs to; undefined if there is none, or it has ended.
   * @param guard reads instead if the session is not known to have existed
   * @param used whether a person uses the session now, which moves its end
   * @throws what the guard throws
   */
  async find(secret: string, guard: Guard, used: boolean): Promise<ConsoleSessionDocument | undefined> {
    const id = hashSecret(secret);
    const now = new Date();
    const read = async () => (await findSession(this.#db, id, now)) ?? undefined;
    const session = this.#proven.has(id) ? await read() : await guard(read);
    this.#proven.note(id, session !== undefined);
    if (session === undefined) return undefined;
    const expires_at = used ? extendedExpiry(session, now) : undefined;
    if (expires_at === undefined) return session;
    await extendSession(this.#db, id, expires_at);
    return { ...session, expires_at };
  }
}
