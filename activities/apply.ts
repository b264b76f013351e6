import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Directive } from '#contract/temporal/directive.ts';
import { directiveOf } from '#lifecycle/directive.ts';
import type { Input } from '#lifecycle/inputs.ts';
import { applyInput } from '#loom/apply-input.ts';
import type { Database } from '#store/mongo/database.ts';
import { isOutage } from '#store/mongo/outage.ts';
import { loadRun, type RunToLoad } from '#store/runs/runs.ts';
import type { LoadedRun } from '#store/documents/run.ts';

const firstWaitMs = 50;
const longestWaitMs = 2000;
/** The clocks of workers may differ by this much: a deadline written by another worker has passed only after it. */
const clockSkewMs = 1000;
/** How long a worker that is stopping keeps trying to store its results. */
const afterShutdownMs = 15_000;

/** Loads a run with its thread and calls. */
export async function mustLoadRun(db: Database, ids: RunToLoad): Promise<LoadedRun> {
  const loaded = await loadRun(db, ids);
  if (loaded === null) throw ApplicationFailure.nonRetryable('the run is not in the store', 'unknown_run');
  return loaded;
}

/**
 * Applies an input to a run.
 * @returns what the workflow does next
 * @throws {ApplicationFailure} `in_flight`, to be retried after the deadline of a call that may still be in flight
 */
export async function apply(db: Database, loaded: LoadedRun, input: Input): Promise<Directive> {
  return (await applyOnce(db, loaded, input)).directive;
}

/** What the workflow does next, and whether this input changed anything. An input that was applied before does not. */
interface Applied {
  directive: Directive;
  changed: boolean;
}

async function applyOnce(db: Database, loaded: LoadedRun, input: Input): Promise<Applied> {
  const { _id: run_id, thread_id, turn_count } = loaded.run;
  const outcome = await applyInput(db, { run_id, thread_id, turn_count }, input, loaded);
  if (outcome.outcome === 'too_early') throw comeAgain(outcome.until);
  return outcome.outcome === 'changed'
    ? { directive: outcome.directive, changed: true }
    : { directive: directiveOf(outcome.after), changed: false };
}

/**
 * Like {@link apply}, for what cannot be obtained again: a model's turn or a host's answer. While MongoDB is away, it
 * is kept and the write is retried for as long as this worker lives. The caller must heartbeat.
 */
export async function applyUntilStored(db: Database, loaded: LoadedRun, input: Input): Promise<Directive> {
  return (await storeUntilDone(db, loaded, input)).directive;
}

/** Like {@link applyUntilStored}, and also returns whether this input changed anything. */
export async function storeUntilDone(db: Database, loaded: LoadedRun, input: Input): Promise<Applied> {
  let known: LoadedRun | undefined = loaded;
  return await untilStored(async () => {
    const { _id: run_id, thread_id, turn_count } = loaded.run;
    known ??= await mustLoadRun(db, { run_id, thread_id, turn_count });
    const stored = known;
    known = undefined;
    return await applyOnce(db, stored, input);
  });
}

/** Retries a write for as long as MongoDB is away and this worker lives. */
export async function untilStored<Result>(write: () => Promise<Result>): Promise<Result> {
  const { log } = Context.current();
  const end = shutdownEnd();
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await write();
    } catch (error) {
      if (!isOutage(error) || Date.now() > end()) throw error;
      log.warn('what has happened could not be stored yet', { err: error });
      await sleep(waitMs);
    }
  }
}

/** When a worker that is stopping gives up; never while it is not stopping. Cancelling the activity has no effect. */
function shutdownEnd(): () => number {
  let end = Number.POSITIVE_INFINITY;
  const { cancellationSignal } = Context.current();
  const note = () => {
    if (String((cancellationSignal.reason as Error | undefined)?.message) === 'WORKER_SHUTDOWN') {
      end = Date.now() + afterShutdownMs;
    }
  };
  if (cancellationSignal.aborted) note();
  else cancellationSignal.addEventListener('abort', note, { once: true });
  return () => end;
}

/** The activity is to be retried after the deadline of a call, by every worker's clock. */
export function comeAgain(until: Date): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'a call may still be under way in a worker that is not heard of',
    type: 'in_flight',
    // Temporal does not retry at all if the delay is zero.
    nextRetryDelay: Math.max(1, until.getTime() - Date.now() + clockSkewMs),
  });
}
