import { defined } from '#contract/defined.ts';
import type { Directive } from '#contract/temporal/directive.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { TurnDocument } from '../documents/turn.ts';
import type { CorePorts } from '../ports/engine-ports.ts';
import type { StepAttempt } from '../ports/step-attempt.ts';
import { directiveOf } from '../rules/directive.ts';
import type { Input } from '../rules/inputs.ts';
import { applyInput, type Applying as ApplyingOne } from './apply-input.ts';
import type { EngineState } from './engine.ts';
import { mustLoadRun } from './load-run.ts';
import { settleTogether } from './settle-together.ts';
import { TryAgain } from './try-again.ts';

/** The dependencies of applying an input in a step of the workflow. */
export type Applying = ApplyingOne & Pick<EngineState, 'results'>;

const firstWaitMs = 50;
const longestWaitMs = 2000;
/** How long a worker that is stopping keeps trying to store what another worker could obtain again. */
const afterShutdownMs = 15_000;

/** How long to try to store something. */
export interface Storing {
  /** Nobody else can learn what is to be stored, so a worker that is stopping tries until its process ends. */
  untilEnd?: boolean;
}

/** The next step of the workflow, and whether this input changed anything. A repeated input does not. */
export interface AppliedStep {
  directive: Directive;
  changed: boolean;
  /** The stored documents after it. */
  after: LoadedRun;
  /** The turn that this input has stored, if it was one. */
  turn?: TurnDocument;
}

/**
 * Applies an input to a run.
 * @returns what the workflow does next
 * @throws {TryAgain} `in_flight`, to be retried after the deadline of a call that may still be in flight
 */
export async function apply(engine: Applying, loaded: LoadedRun, input: Input): Promise<Directive> {
  return (await applyOnce(engine, loaded, input)).directive;
}

async function applyOnce(engine: Applying, loaded: LoadedRun, input: Input): Promise<AppliedStep> {
  const { _id: run_id, thread_id, turn_count } = loaded.run;
  const ids = { run_id, thread_id, turn_count };
  const outcome =
    input.type === 'call_settled'
      ? await settleTogether(engine, ids, input, loaded)
      : await applyInput(engine, ids, input, loaded);
  if (outcome.outcome === 'too_early') {
    const afterMs = Math.max(1, outcome.until.getTime() - engine.clock.now().getTime());
    throw new TryAgain(
      'in_flight',
      'a call may still be under way in a worker that does not respond',
      afterMs,
    );
  }
  const { after } = outcome;
  if (outcome.outcome !== 'changed') return { directive: directiveOf(after), changed: false, after };
  const [turn] = outcome.changes.turns;
  return { directive: outcome.directive, changed: true, after, ...defined({ turn }) };
}

/**
 * Like {@link apply}, for what costs much to obtain again, or cannot be: a model's turn or a host's answer. While the store
 * is away, it is kept and the write is retried for as long as this worker lives.
 */
export async function applyUntilStored(
  engine: Applying & Pick<CorePorts, 'log'>,
  attempt: Pick<StepAttempt, 'stopping'>,
  loaded: LoadedRun,
  input: Input,
  storing?: Storing,
): Promise<AppliedStep> {
  let known: LoadedRun | undefined = loaded;
  const { _id: run_id, thread_id, turn_count } = loaded.run;
  const write = async () => {
    known ??= await mustLoadRun(engine.store, { run_id, thread_id, turn_count });
    const stored = known;
    known = undefined;
    return await applyOnce(engine, stored, input);
  };
  return await untilStored(engine, attempt, { run_id }, write, storing);
}

/**
 * Retries what needs the store for as long as that is away and this worker lives.
 * @param about the run, for the log
 */
export async function untilStored<Result>(
  { store, clock, log }: Pick<CorePorts, 'store' | 'clock' | 'log'>,
  { stopping }: Pick<StepAttempt, 'stopping'>,
  about: { run_id: string },
  work: () => Promise<Result>,
  { untilEnd = false }: Storing = {},
): Promise<Result> {
  let stopsAt = Number.POSITIVE_INFINITY;
  const noteStop = () => {
    stopsAt = clock.now().getTime() + afterShutdownMs;
  };
  if (!untilEnd && stopping.aborted) noteStop();
  else if (!untilEnd) stopping.addEventListener('abort', noteStop, { once: true });
  try {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        return await work();
      } catch (error) {
        if (!store.isOutage(error) || clock.now().getTime() >= stopsAt) throw error;
        log.warn({ ...about, err: error }, 'the result could not be stored yet');
        await clock.sleep(waitMs);
      }
    }
  } finally {
    stopping.removeEventListener('abort', noteStop);
  }
}
