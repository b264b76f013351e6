import { Batcher } from '#engine/contention/batcher.ts';
import type { FrozenBy } from '#engine/documents/freeze.ts';
import type { LoadedRun, RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { MarkedCall, RunToLoad, SendingMark } from '#engine/ports/run-store.ts';
import { findConnections } from '../connections/connections.ts';
import type { ConnectionDocument } from '../documents/connection.ts';
import { coveringFreezes } from '../freezes/freezes.ts';
import type { Database } from '../mongo/database.ts';
import { markTogether } from './mark-sending.ts';
import { findRunById, readRun } from './runs.ts';

/** The most that one command reads or marks. A turn has fewer calls. */
const mostTogether = 100;

/**
 * The commands of calls that are made side by side. While one is under way, those who ask for the same kind wait for the next one, which
 * serves all of them: what each gets was read, or written, after it asked.
 */
export class SideBySide {
  readonly #runs: Batcher<string, RunDocument | null>;
  readonly #loaded: Batcher<RunToLoad, LoadedRun | null>;
  readonly #connections: Batcher<string, ConnectionDocument | null>;
  readonly #marks: Batcher<{ call: ToolCallDocument; mark: SendingMark }, MarkedCall | null | Error>;
  readonly #freezes: Batcher<readonly string[], FrozenBy | undefined>;

  constructor(db: Database) {
    this.#runs = new Batcher(async (id, asked) => forEach(asked, await findRunById(db, id)), mostTogether);
    this.#loaded = new Batcher(async (_, asked) => {
      const [ids] = asked;
      return forEach(asked, ids === undefined ? null : await readRun(db, ids));
    }, mostTogether);
    this.#connections = new Batcher(
      async (workspaceId, ids) => await findConnections(db, workspaceId, ids),
      mostTogether,
    );
    this.#marks = new Batcher(async (_, marks) => await markTogether(db, marks), mostTogether);
    this.#freezes = new Batcher(
      async (workspaceId, targets) => await coveringFreezes(db, workspaceId, targets),
      mostTogether,
    );
  }

  async findRun(id: string): Promise<RunDocument | null> {
    return await this.#runs.add(id, id);
  }

  /** As {@link readRun} without a known run. */
  async readRun(ids: RunToLoad): Promise<LoadedRun | null> {
    return await this.#loaded.add(`${ids.run_id} ${ids.thread_id} ${ids.turn_count ?? 0}`, ids);
  }

  async findConnection(workspaceId: string, id: string): Promise<ConnectionDocument | null> {
    return await this.#connections.add(workspaceId, id);
  }

  /** As {@link markTogether} for one call. A write that waits for a lock holds up no call of another run. */
  async markSending(call: ToolCallDocument, mark: SendingMark): Promise<MarkedCall | null> {
    const marked = await this.#marks.add(call.run_id, { call, mark });
    if (marked instanceof Error) throw marked;
    return marked;
  }

  async coveringFreeze(workspaceId: string, targets: readonly string[]): Promise<FrozenBy | undefined> {
    return await this.#freezes.add(workspaceId, targets);
  }
}

/** The same result for each who asked. */
function forEach<Result>(asked: readonly unknown[], result: Result): Result[] {
  return asked.map(() => result);
}
