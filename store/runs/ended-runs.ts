import { LRUCache } from 'lru-cache';
import { isTerminal } from '#contract/run-state.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { Database } from '../mongo/database.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { findRun } from './runs.ts';

/** Caches runs that have ended for a minute: they never change, and a query costs more than the rest of a read. */
export class EndedRuns {
  readonly #db: Database;
  readonly #ended = new LRUCache<string, RunDocument>({
    ttl: 60_000,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ message }) => 2048 + 2 * (message?.content.length ?? 0),
  });

  constructor(db: Database) {
    this.#db = db;
  }

  /** A run of a scope; null if there is none. */
  async find(scope: Scope, id: string): Promise<RunDocument | null> {
    const { workspace_id, subject_ref, agent_id, connection_id, grant_id } = scope;
    const key = JSON.stringify([id, workspace_id, subject_ref, agent_id, connection_id, grant_id]);
    const ended = this.#ended.get(key);
    if (ended !== undefined) return ended;
    const run = await findRun(this.#db, scope, id);
    if (run !== null && isTerminal(run.state)) this.#ended.set(key, run);
    return run;
  }
}
