import { setTimeout as sleep } from 'node:timers/promises';
import { directiveOf } from '#lifecycle/directive.ts';
import type { Database } from '#store/mongo/database.ts';
import { removeTaken, type RunToTell, type TakenEntry } from '#store/runs/outbox.ts';
import { loadRun, toRunLabels } from '#store/runs/runs.ts';
import type { LoadedRun, RunOutbox } from '#store/documents/run.ts';
import type { RunWorkflows } from './run-workflows.ts';

/** The log of the outbox. */
export interface OutboxLog {
  warn(fields: object, message: string): void;
}

/** Accepted entries are removed once in this period. A step of the run has removed most of them by then. */
const roundMs = 1000;

/**
 * Tells Temporal what the outbox of a run contains, and removes the entry once Temporal has accepted it. Whoever writes
 * an entry sends it right away. The sweep sends those that were lost.
 */
export class Outbox {
  readonly #db: Database;
  readonly #workflows: RunWorkflows;
  readonly #log: OutboxLog;
  #taken: TakenEntry[] = [];
  #round: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(db: Database, workflows: RunWorkflows, log: OutboxLog) {
    this.#db = db;
    this.#workflows = workflows;
    this.#log = log;
  }

  /** Sends an entry that was just stored. Never rejects: the sweep sends what Temporal does not accept. */
  async tellSoon(run: RunToTell, stored?: LoadedRun): Promise<void> {
    try {
      await this.tell(run, stored);
    } catch (error) {
      this.#log.warn({ err: error, run_id: run._id }, 'the workflow could not be told yet');
    }
  }

  /**
   * Sends the entry of a run.
   * @param stored the run with its calls, if it is at hand
   * @returns false if the run's workflow has ended, so that nobody receives it
   * @throws if Temporal does not respond in time
   */
  async tell(run: RunToTell, stored?: LoadedRun): Promise<boolean> {
    const { outbox } = run;
    if (outbox === undefined) return true;
    const heard = await this.#send(run, outbox, stored);
    if (heard) this.#taken.push({ run_id: run._id, entry: outbox });
    if (this.#taken.length > 0) this.#round ??= this.#removeTaken();
    return heard;
  }

  /** Removes the entry of a run that has ended together with its workflow. */
  async dropEntry({ _id, outbox }: RunToTell): Promise<void> {
    if (outbox !== undefined) await removeTaken(this.#db, [{ run_id: _id, entry: outbox }]);
  }

  /** Removes the entries accepted so far. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#round;
  }

  async #send(run: RunToTell, entry: RunOutbox, stored: LoadedRun | undefined): Promise<boolean> {
    switch (entry.kind) {
      case 'start': {
        const alive = await this.#workflows.start(toRunLabels(run));
        // A cancellation was requested before Temporal had accepted the start.
        return alive && run.cancel_requested === true ? await this.#workflows.cancel(run._id) : alive;
      }
      case 'cancel':
        return await this.#workflows.cancel(run._id);
      case 'turn':
        return await this.#workflows.letIn(run._id);
      case 'resume': {
        const { _id: run_id, thread_id, turn_count } = run;
        if (entry.let_in === true && !(await this.#workflows.letIn(run_id))) return false;
        const current = stored ?? (await loadRun(this.#db, { run_id, thread_id, turn_count }));
        if (current === null) return true;
        const { tool_call_id } = entry;
        return await this.#workflows.resume(run_id, { tool_call_id, directive: directiveOf(current) });
      }
    }
  }

  async #removeTaken(): Promise<void> {
    await sleep(roundMs, undefined, { signal: this.#closing.signal }).catch(() => {});
    const taken = this.#taken.splice(0);
    this.#round = undefined;
    try {
      await removeTaken(this.#db, taken);
    } catch (error) {
      // The sweep sends them once more, which changes nothing.
      this.#log.warn({ err: error, entries: taken.length }, 'entries of the outbox could not be removed');
    }
  }
}
