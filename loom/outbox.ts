import { setTimeout as sleep } from 'node:timers/promises';
import { directiveOf } from '#lifecycle/directive.ts';
import type { Database } from '#store/mongo/database.ts';
import { removeTaken, type RunToTell, type TakenEntry } from '#store/runs/outbox.ts';
import { loadRun, toRunLabels } from '#store/runs/runs.ts';
import type { LoadedRun } from '#store/documents/run.ts';
import type { RunWorkflows } from './run-workflows.ts';

/** What is logged of the outbox. */
export interface OutboxLog {
  warn(fields: object, message: string): void;
}

/** Entries that Temporal has taken are removed in rounds of this length: most are gone by then with a step of the run. */
const roundMs = 1000;

/**
 * Tells Temporal what the outbox of a run holds, and removes the entry when Temporal has taken it. Whoever makes a
 * write that calls for it tells right after; the sweep tells what was lost.
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

  /**
   * Tells what was just stored. It is accepted whatever comes of this: what Temporal does not take is left to the sweep.
   */
  async tellSoon(run: RunToTell, stored?: LoadedRun): Promise<void> {
    try {
      await this.tell(run, stored);
    } catch (error) {
      this.#log.warn({ err: error, run_id: run._id }, 'the workflow could not be told yet');
    }
  }

  /**
   * Tells what a run's entry says.
   * @param stored the run with its calls, where it is at hand
   * @returns false when the run's workflow has ended: nobody hears it
   * @throws when Temporal does not answer in time
   */
  async tell(run: RunToTell, stored?: LoadedRun): Promise<boolean> {
    const { outbox } = run;
    if (outbox === undefined) return true;
    const heard = await this.#send(run, outbox, stored);
    if (heard) this.#taken.push({ run_id: run._id, entry: outbox });
    if (this.#taken.length > 0) this.#round ??= this.#removeTaken();
    return heard;
  }

  /** Removes the entry of a run that has ended with its workflow: nobody is to be told. */
  async dropEntry({ _id, outbox }: RunToTell): Promise<void> {
    if (outbox !== undefined) await removeTaken(this.#db, [{ run_id: _id, entry: outbox }]);
  }

  /** Removes what was taken so far. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#round;
  }

  async #send(
    run: RunToTell,
    entry: NonNullable<RunToTell['outbox']>,
    stored: LoadedRun | undefined,
  ): Promise<boolean> {
    switch (entry.kind) {
      case 'start': {
        const alive = await this.#workflows.start(toRunLabels(run));
        // Somebody asked for its end before Temporal had taken its start.
        return alive && run.cancel_requested === true ? await this.#workflows.cancel(run._id) : alive;
      }
      case 'cancel':
        return await this.#workflows.cancel(run._id);
      case 'resume': {
        const { _id: run_id, thread_id, turn_count } = run;
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
      // The sweep tells them once more, which changes nothing.
      this.#log.warn({ err: error, entries: taken.length }, 'entries of the outbox could not be removed');
    }
  }
}
