import { LRUCache } from 'lru-cache';
import { isTerminal } from '#contract/run-state.ts';
import type { Database } from '../mongo/database.ts';
import type { RunDocument } from '../documents/run.ts';
import { isInScope, type Scope } from '../threads/scope.ts';
import { findRun } from './runs.ts';

/** About so many bytes of them are kept. */
const keptBytes = 32 * 1024 * 1024;
/** What a run takes beside its message, with what is shown of it. */
const runBytes = 2048;
/** What an operator removes from the database is gone here as well after this time. */
const keptMs = 60_000;

/** Runs by id. One that has ended never changes again: it is kept in memory for a while once it was read. */
export class EndedRuns {
  readonly #db: Database;
  readonly #ended = new LRUCache<string, RunDocument>({
    maxSize: keptBytes,
    ttl: keptMs,
    sizeCalculation: ({ message }) => runBytes + 2 * (message?.content.length ?? 0),
  });

  constructor(db: Database) {
    this.#db = db;
  }

  /** A run of a scope, or null when there is none. */
  async find(scope: Scope, id: string): Promise<RunDocument | null> {
    const ended = this.#ended.get(id);
    if (ended !== undefined) return isInScope(ended, scope) ? ended : null;
    const run = await findRun(this.#db, scope, id);
    if (run !== null && isTerminal(run.state)) this.#ended.set(id, run);
    return run;
  }
}
