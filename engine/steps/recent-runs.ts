import type { LoadedRun } from '../documents/run.ts';
import type { ThreadDocument } from '../documents/thread.ts';
import type { Clock } from '../ports/clock.ts';
import type { StepAttempt } from '../ports/step-attempt.ts';
import { lockState } from '../rules/thread-lock.ts';
import { isOfOneMoment } from '../rules/one-moment.ts';

/** How many runs are remembered. */
const mostRuns = 500;
/** A run's calls may have arguments and results of any size. Larger ones are read again. */
const mostCharacters = 64 * 1024;
/** A step follows within milliseconds on what it follows from. */
const rememberedMs = 10_000;

interface Remembered {
  stored: LoadedRun;
  at: Date;
}

/**
 * Runs as this process has just stored them, for the step that follows. There may be a later write of another process,
 * so a remembered run is a hint: its user writes conditionally, or first reads the fields that must not have changed.
 */
export class RecentRuns {
  readonly #runs = new Map<string, Remembered>();
  /** Their threads, each as any of its runs has stored it last. */
  readonly #threads = new Map<string, ThreadDocument>();

  /** Remembers a stored run. Only an open run is remembered. */
  note(stored: LoadedRun, now: Date): void {
    const { run, thread } = stored;
    const known = this.#runs.get(run._id)?.stored;
    if (known !== undefined && known.run.version > run.version) return;
    keep(this.#threads, thread._id, this.#newest(thread));
    if (run.state !== 'running' || sizeOf(stored) > mostCharacters) this.#runs.delete(run._id);
    else keep(this.#runs, run._id, { stored, at: now });
  }

  /** A run as it was stored last, as far as this process knows. */
  get(runId: string, now: Date): LoadedRun | undefined {
    const known = this.#runs.get(runId);
    if (known === undefined || now.getTime() - known.at.getTime() > rememberedMs) return undefined;
    const stored = { ...known.stored, thread: this.#newest(known.stored.thread) };
    return isOfOneMoment(stored) ? stored : undefined;
  }

  /** The thread as another of its runs has stored it since. */
  #newest(thread: ThreadDocument): ThreadDocument {
    const known = this.#threads.get(thread._id);
    return known !== undefined && known.version > thread.version ? known : thread;
  }
}

/** Keeps something as the latest, and the others as long as there is room. */
function keep<Value>(all: Map<string, Value>, id: string, value: Value): void {
  all.delete(id);
  all.set(id, value);
  for (const [oldest] of all) {
    if (all.size <= mostRuns) break;
    all.delete(oldest);
  }
}

function sizeOf({ calls }: LoadedRun): number {
  return calls.reduce(
    (sum, { args, request, result, shown }) =>
      [args, request, result, shown].reduce((length, text) => length + (text?.length ?? 0), sum),
    0,
  );
}

/**
 * A run as this process remembers it, if the step can be taken from there. What says that there is nothing to do, or that the
 * run has to wait, is read instead, because a grant of the thread lock may be newer. So is what an earlier attempt may have
 * written.
 */
export function recentRun(
  { recentRuns, clock }: { recentRuns: RecentRuns; clock: Pick<Clock, 'now'> },
  runId: string,
  { isFirst }: Pick<StepAttempt, 'isFirst'>,
  canBegin: (stored: LoadedRun) => boolean,
): LoadedRun | undefined {
  const known = isFirst ? recentRuns.get(runId, clock.now()) : undefined;
  return known !== undefined && canBegin(known) && lockState(known) === 'held' ? known : undefined;
}
