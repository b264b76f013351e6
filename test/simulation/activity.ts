import type { RunInput } from '#contract/temporal/names.ts';
import type { Engine } from '#engine/steps/engine.ts';
import type { StepAttempt } from '#engine/ports/step-attempt.ts';
import { cancelRun, expirePause, failRun, readNext, wakePause } from '#engine/steps/end-run.ts';
import { holdCalls } from '#engine/steps/hold-calls.ts';
import { type CallToMake, makeCall } from '#engine/steps/make-call.ts';
import { TryAgain, UnknownRun } from '#engine/steps/try-again.ts';
import { type TakePlace, takeTurnAndCall } from '#engine/steps/turn-and-call.ts';
import type { Chance } from './chance.ts';
import { type ServiceProcess, short } from './process.ts';
import type { Pending, Task } from './scheduler.ts';
import type { World } from './world.ts';

const firstRetryMs = 500;
const longestRetryMs = 30_000;
const heartbeatTimeoutMs = 10_000;
const startToCloseMs = 30_000;
const mostFaults = 5;

type Step = (engine: Engine, input: never, attempt: StepAttempt, takePlace: TakePlace) => Promise<unknown>;

interface Kind {
  step: Step;
  /** It heartbeats, learns of a cancellation by that, and a cancelled one is waited for. */
  isSeenThrough?: true;
  /** It is attempted after any fault. */
  mustSucceed?: true;
}

const kinds = {
  callModel: { step: takeTurnAndCall, isSeenThrough: true },
  executePatch: {
    step: async (engine: Engine, input: CallToMake, attempt: StepAttempt) =>
      await makeCall(engine, input, attempt),
    isSeenThrough: true,
  },
  holdCalls: { step: holdCalls },
  expirePause: { step: expirePause, mustSucceed: true },
  wakePause: { step: wakePause, mustSucceed: true },
  cancelRun: { step: cancelRun, mustSucceed: true },
  failRun: { step: failRun, mustSucceed: true },
  readNext: { step: readNext, mustSucceed: true },
} as const satisfies Record<string, Kind>;

export type ActivityName = keyof typeof kinds;

/** An activity that a workflow waits for has failed, or was cancelled. */
export class ActivityFailed extends Error {
  readonly cancelled: boolean;
  constructor(message: string, cancelled: boolean) {
    super(message);
    this.cancelled = cancelled;
  }
}

/** The reason with which an attempt is aborted. */
class Cancelled extends Error {}

/** With the result, the calls that were made in earlier attempts, of which the result has to say so. */
export type Outcome = { result: unknown; made?: string[] } | { error: ActivityFailed };

/** An attempt in a worker. It may continue although Temporal has given up on it. */
interface Attempt {
  worker: ServiceProcess;
  cancelled: AbortController | undefined;
  isFirst: boolean;
  /** Whether the worker has a place for a call in the activity of its turn. */
  hasPlace: boolean;
  isCancelled: boolean;
  cancel: () => void;
  /** Heartbeat details that Temporal has received. */
  marked: Marked;
  /** The calls that were made before it began, as far as the store or Temporal knows. */
  madeBefore: string[];
}

/** The latest attempt at a call that was marked. */
interface Marked {
  attempts: number;
  tool_call_id?: string;
}

/** An activity of a workflow, which Temporal attempts until it is over (workflows/run/run-activities.ts, activities/). */
export class Activity {
  readonly name: ActivityName;
  readonly #world: World;
  readonly #input: RunInput;
  readonly #runId: string;
  readonly #kind: Kind;
  readonly #settle: (outcome: Outcome) => void;
  #attempts = 0;
  #current: Attempt | undefined;
  #next: Pending | undefined;
  #isScheduled = false;
  #isCancelled = false;
  #isOver = false;
  #faults = 0;
  #marked: Marked = { attempts: 0 };
  /** The calls that any of its attempts has marked. */
  readonly #sent = new Set<string>();

  constructor(
    world: World,
    { name, input, runId }: { name: ActivityName; input: RunInput; runId: string },
    settle: (outcome: Outcome) => void,
  ) {
    this.#world = world;
    this.name = name;
    this.#input = input;
    this.#runId = runId;
    this.#kind = kinds[name];
    this.#settle = settle;
  }

  /** The call that it makes, if it makes one. */
  get callId(): string | undefined {
    return (this.#input as { tool_call_id?: string }).tool_call_id;
  }

  schedule(delayMs: number): void {
    this.#isScheduled = true;
    if (this.#isCancelled) return this.#end({ error: new ActivityFailed('cancelled', true) });
    const { scheduler } = this.#world;
    this.#next = scheduler.add({
      label: `Temporal schedules ${this.name} of ${short(this.#runId)}`,
      due: scheduler.elapsedMs + delayMs,
      happen: (chance) => this.#attempt(chance),
    });
  }

  /** The workflow asks for an end. */
  cancel(): void {
    if (this.#isOver || this.#isCancelled) return;
    this.#isCancelled = true;
    // One that is replayed is scheduled only if the history does not have its end.
    if (!this.#isScheduled) return;
    const error = new ActivityFailed('cancelled', true);
    if (this.#kind.isSeenThrough !== true || this.#current === undefined) this.#end({ error });
    else this.#tellAttempt(this.#current);
  }

  /** Nobody waits for it any more. */
  abandon(): void {
    this.#isOver = true;
    if (this.#next !== undefined) this.#world.scheduler.drop(this.#next);
    if (this.#current !== undefined && this.#kind.isSeenThrough === true) this.#tellAttempt(this.#current);
    this.#current = undefined;
  }

  #attempt(chance: Chance): void {
    this.#next = undefined;
    const worker = chance.pick(this.#world.workers.filter(({ state }) => state === 'alive'));
    if (worker === undefined) return this.schedule(1000);
    this.#attempts += 1;
    const hasPlace = !chance.oneIn(4);
    const attempt = attemptIn(worker, {
      marked: this.#marked,
      isFirst: this.#attempts === 1,
      hasPlace,
      madeBefore: this.#madeBefore(),
    });
    this.#current = attempt;
    worker.steps.add(attempt);
    const { scheduler } = this.#world;
    const task = scheduler.begin(`${this.name} of ${short(this.#runId)}`, async () => {
      const outcome = await this.#work(attempt);
      worker.steps.delete(attempt);
      await new Promise<void>((resolve) => {
        const happen = (then: Chance) => {
          const isLost = !this.#world.isCalm && then.oneIn(64);
          if (isLost) {
            this.#faults += then.below(mostFaults);
            this.#world.faulted.add(this.#runId);
          }
          this.#heard(attempt, isLost ? { error: new Error('a fault of the service') } : outcome);
          resolve();
        };
        const label = 'error' in outcome ? `reports: ${String(outcome.error)}` : 'reports its result';
        scheduler.add({
          owner: worker,
          task: scheduler.task,
          label,
          due: scheduler.elapsedMs,
          leaves: true,
          happen,
        });
      });
    });
    this.#watch(attempt, task);
  }

  async #work(attempt: Attempt): Promise<{ result: unknown } | { error: unknown }> {
    try {
      const step = this.#kind.step as (
        engine: Engine,
        input: RunInput,
        attempt: StepAttempt,
        takePlace: TakePlace,
      ) => Promise<unknown>;
      const takePlace = () => (attempt.hasPlace ? () => {} : undefined);
      const { engine } = attempt.worker;
      return { result: await step(engine, this.#input, this.#stepAttempt(attempt), takePlace) };
    } catch (error) {
      return { error };
    }
  }

  /** Temporal gives up on an attempt whose worker falls silent, or that takes too long. */
  #watch(attempt: Attempt, task: Task): void {
    const { scheduler } = this.#world;
    if (this.#kind.isSeenThrough === true) return;
    scheduler.add({
      task,
      limit: true,
      label: `Temporal waits no longer for ${this.name} of ${short(this.#runId)}`,
      due: scheduler.elapsedMs + startToCloseMs,
      happen: () => this.#lose(attempt),
    });
  }

  /** The worker of an attempt died or was frozen. */
  noticeSilence(worker: ServiceProcess, chance: Chance): void {
    const attempt = this.#current;
    if (attempt?.worker !== worker) return;
    const { scheduler } = this.#world;
    const { freezes } = worker;
    // The latest heartbeat was some time ago, and may have been before the call was marked.
    const afterMs =
      this.#kind.isSeenThrough === true ? heartbeatTimeoutMs - chance.below(2000) : startToCloseMs;
    if (chance.oneIn(2)) this.#marked = attempt.marked;
    scheduler.add({
      label: `Temporal misses ${worker.name} at ${this.name} of ${short(this.#runId)}`,
      due: scheduler.elapsedMs + afterMs,
      happen: () => {
        const isSilent = worker.state === 'dead' || (worker.state === 'frozen' && worker.freezes === freezes);
        if (isSilent) this.#lose(attempt);
      },
    });
  }

  #lose(attempt: Attempt): void {
    if (this.#isOver || this.#current !== attempt) return;
    this.#current = undefined;
    if (this.#kind.isSeenThrough === true) this.#tellAttempt(attempt);
    if (this.#isCancelled) this.#end({ error: new ActivityFailed('timed out', false) });
    else this.schedule(this.#retryMs());
  }

  /** The answer to a heartbeat says that the attempt is to end. */
  #tellAttempt(attempt: Attempt): void {
    const { scheduler } = this.#world;
    const { worker } = attempt;
    if (worker.state === 'dead') return;
    scheduler.add({
      owner: worker,
      label: `${this.name} of ${short(this.#runId)} hears that it is to end`,
      due: scheduler.elapsedMs,
      happen: attempt.cancel,
    });
  }

  #heard(attempt: Attempt, outcome: { result: unknown } | { error: unknown }): void {
    if (this.#isOver || this.#current !== attempt) {
      if ('error' in outcome) this.#isKnown(outcome.error);
      return;
    }
    this.#current = undefined;
    this.#marked = attempt.marked;
    if ('result' in outcome) return this.#end({ ...outcome, made: attempt.madeBefore });
    const { error } = outcome;
    if (this.#isCancelled) {
      const isCancellation = error instanceof Cancelled;
      this.#isKnown(error);
      return this.#end({ error: new ActivityFailed(String(error), isCancellation) });
    }
    if (error instanceof UnknownRun) return this.#end({ error: new ActivityFailed(error.message, false) });
    if (this.#isKnown(error))
      return this.schedule(error instanceof TryAgain ? (error.afterMs ?? this.#retryMs()) : this.#retryMs());
    this.#faults += 1;
    const isFinal = this.#kind.mustSucceed !== true && this.#faults >= mostFaults;
    if (isFinal) this.#end({ error: new ActivityFailed(String(error), false) });
    else this.schedule(this.#retryMs());
  }

  /** The calls of its turn that the activity has made: those that are over, and those of which only Temporal still knows. */
  #madeBefore(): string[] {
    if (this.name !== 'callModel') return [];
    const { calls } = this.#world.memory.tables;
    const over = [...this.#sent].filter((id) => (calls.get(id)?.status ?? 'pending') !== 'pending');
    const { tool_call_id: heard, attempts } = this.#marked;
    if (heard === undefined || (calls.get(heard)?.sending?.attempts ?? 0) >= attempts) return over;
    return [...over, heard];
  }

  #stepAttempt(attempt: Attempt): StepAttempt {
    return {
      isFirst: attempt.isFirst,
      get cancelled() {
        attempt.cancelled ??= new AbortController();
        if (attempt.isCancelled) attempt.cancelled.abort(new Cancelled('cancelled'));
        return attempt.cancelled.signal;
      },
      stopping: attempt.worker.stopping.signal,
      marked: () => attempt.marked.attempts,
      noteMarked: (marked) => {
        attempt.marked = marked;
        this.#sent.add(marked.tool_call_id);
      },
    };
  }

  /** Whether an attempt may end so without a fault. Faults that the simulation has not brought about are bugs. */
  #isKnown(error: unknown): boolean {
    if (error instanceof TryAgain || error instanceof UnknownRun || error instanceof Cancelled) return true;
    if (this.#world.isOutage(error)) return true;
    if (!(error instanceof Error) || error.message !== 'a fault of the service') this.#world.fail(error);
    return false;
  }

  #retryMs(): number {
    return Math.min(firstRetryMs * 2 ** (this.#attempts - 1), longestRetryMs);
  }

  #end(outcome: Outcome): void {
    this.#isOver = true;
    if (this.#next !== undefined) this.#world.scheduler.drop(this.#next);
    this.#settle(outcome);
  }
}

function attemptIn(
  worker: ServiceProcess,
  { marked, isFirst, hasPlace, madeBefore }: Pick<Attempt, 'marked' | 'isFirst' | 'hasPlace' | 'madeBefore'>,
): Attempt {
  const attempt: Attempt = {
    worker,
    cancelled: undefined,
    isFirst,
    hasPlace,
    isCancelled: false,
    cancel: () => {
      attempt.isCancelled = true;
      attempt.cancelled?.abort(new Cancelled('cancelled'));
    },
    marked,
    madeBefore,
  };
  return attempt;
}
