import type { LoadedRun, RunOutbox } from '../documents/run.ts';
import type { CorePorts } from '../ports/engine-ports.ts';
import type { RunToNotify, DeliveredEntry } from '../ports/outbox-store.ts';
import { directiveOf } from '../rules/directive.ts';
import { toRunLabels } from '../rules/run-labels.ts';
import { loadRun } from './load-run.ts';

/** Accepted entries are removed once in this period. A step of the run has usually removed them before. */
const roundMs = 1000;

/**
 * Notifies the workflow of a run as its outbox entry says, and removes the entry once Temporal has accepted it. The
 * writer of an entry sends it right away. The sweep sends those that were lost.
 */
export class Outbox {
  readonly #ports: CorePorts;
  #delivered: DeliveredEntry[] = [];
  #round: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(ports: CorePorts) {
    this.#ports = ports;
  }

  /** Sends an entry that was just stored. Never rejects: the sweep sends what Temporal does not accept. */
  async notifySoon(run: RunToNotify, stored?: LoadedRun): Promise<void> {
    try {
      await this.notify(run, stored);
    } catch (error) {
      this.#ports.log.warn({ err: error, run_id: run._id }, 'the workflow could not be notified yet');
    }
  }

  /**
   * Sends the entry of a run.
   * @param stored the run with its calls, if it is at hand
   * @returns false if the run's workflow has ended, so that nobody receives it
   * @throws if Temporal does not respond in time
   */
  async notify(run: RunToNotify, stored?: LoadedRun): Promise<boolean> {
    const { outbox } = run;
    if (outbox === undefined) return true;
    const isDelivered = await this.#send(run, outbox, stored);
    if (isDelivered) this.#delivered.push({ run_id: run._id, entry: outbox });
    if (this.#delivered.length > 0) this.#round ??= this.#removeDelivered();
    return isDelivered;
  }

  /** Removes the entry of a run that has ended together with its workflow. */
  async dropEntry({ _id, outbox }: RunToNotify): Promise<void> {
    if (outbox !== undefined) await this.#ports.outboxStore.removeDelivered([{ run_id: _id, entry: outbox }]);
  }

  /** Removes the entries accepted so far. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#round;
  }

  async #send(run: RunToNotify, entry: RunOutbox, stored: LoadedRun | undefined): Promise<boolean> {
    const { store, workflows } = this.#ports;
    switch (entry.kind) {
      case 'start': {
        const alive = await workflows.start(toRunLabels(run));
        // A cancellation was requested before Temporal had accepted the start.
        return alive && run.cancel_requested === true ? await workflows.cancel(run._id) : alive;
      }
      case 'cancel':
        return await workflows.cancel(run._id);
      case 'lockGranted':
        return await workflows.grantLock(run._id);
      case 'look':
        return await workflows.lookAgain(run._id);
      case 'resume': {
        const { _id: run_id, thread_id, turn_count } = run;
        if (entry.let_in === true && !(await workflows.grantLock(run_id))) return false;
        const current = stored ?? (await loadRun(store, { run_id, thread_id, turn_count }));
        if (current === null) return true;
        const { tool_call_id } = entry;
        return await workflows.resume(run_id, { tool_call_id, directive: directiveOf(current) });
      }
    }
  }

  async #removeDelivered(): Promise<void> {
    const { clock, log, outboxStore } = this.#ports;
    await clock.sleep(roundMs, this.#closing.signal);
    const delivered = this.#delivered.splice(0);
    this.#round = undefined;
    try {
      await outboxStore.removeDelivered(delivered);
    } catch (error) {
      // The sweep sends them once more, which changes nothing.
      log.warn({ err: error, entries: delivered.length }, 'entries of the outbox could not be removed');
    }
  }
}
