import { durationOf } from '../rules/duration.ts';
import { defined } from '#contract/defined.ts';
import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { Directive, StepDirective } from '#contract/temporal/directive.ts';
import type { FailedTry } from '../documents/model-try.ts';
import type { LoadedRun } from '../documents/run.ts';
import { ModelError, type ModelFailure } from '../ports/model.ts';
import type { StepAttempt } from '../ports/step-attempt.ts';
import type { HiddenValues } from '../rules/hidden-values.ts';
import type { Input } from '../rules/inputs.ts';
import { runErrorOf } from '../rules/model-failures.ts';
import { applyUntilStored } from './apply.ts';
import type { Engine } from './engine.ts';
import { struckText } from './strike-hidden.ts';

/** How often a provider is asked for one turn before the run fails. */
const mostTries = 5;
const firstRetryMs = 500;
/** The longest delay that a provider can ask for. */
const longestRetryMs = 5 * 60 * 1000;

/** A try of a turn that has thrown. */
export interface ThrownTry {
  loaded: LoadedRun;
  step: Extract<StepDirective, { next: 'turn' }>;
  /** How often the provider has failed before, and how it failed last. */
  tries: number;
  failed_with: ModelFailureCode | undefined;
  started_at: Date;
  /** The hidden values of the provider's message. */
  hidden: HiddenValues;
  /** The thrown error. */
  cause: unknown;
}

/**
 * Records that the provider has failed, which costs a write that a turn without failures does not need, and either has the turn
 * taken again or fails the run.
 * @returns what the workflow does next
 * @throws what was thrown, if that was not the provider's failure
 */
export async function endFailedTry(
  engine: Engine,
  attempt: StepAttempt,
  { loaded, step, tries, failed_with, started_at, hidden, cause: thrown }: ThrownTry,
): Promise<Directive> {
  const error = toModelError(thrown);
  const { code, status, cause } = error;
  const { _id: run_id } = loaded.run;
  const again = mayTryAgain(error, tries, failed_with);
  const retry_in_ms = retryDelay(error, tries);
  const about = {
    run_id,
    turn: step.turn,
    code,
    status,
    cause,
    retry_in_ms: again ? retry_in_ms : undefined,
  };
  engine.log.warn(about, again ? 'a model provider failed' : 'a model provider failed for the last time');
  const duration_ms = durationOf(started_at, engine.clock.now());
  const asked = error.failed.length === 0 ? [{ at: started_at, duration_ms, error }] : error.failed;
  const failed = await failedTries(asked, hidden);
  const last = failed.at(-1);
  if (again && last !== undefined) last.retry_in_ms = retry_in_ms;
  const input: Input = again
    ? { type: 'turn_failed', turn: step.turn, failed }
    : { type: 'failure', error: runErrorOf(code), step, failed };
  const { directive, changed } = await applyUntilStored(engine, attempt, loaded, input);
  const isStillNext = changed && directive.next === 'turn' && directive.turn === step.turn;
  return again && isStillNext
    ? { next: 'turn', turn: step.turn, tries: tries + 1, failed_with: code, retry_in_ms }
    : directive;
}

/** An empty reply is asked for once more. */
function mayTryAgain({ code, retryable }: ModelError, tries: number, before: ModelFailureCode | undefined) {
  if (code === 'empty_reply' && before === 'empty_reply') return false;
  return retryable && tries + 1 < mostTries;
}

/** Failed tries as the trace keeps them. */
export async function failedTries(
  failures: readonly TriedModel[],
  hidden: HiddenValues,
): Promise<FailedTry[]> {
  return await Promise.all(
    failures.map(async ({ at, model, duration_ms, error: { code, status, words } }) => ({
      at,
      code,
      duration_ms,
      ...defined({ model, status }),
      ...(words === undefined ? {} : { words: await struckText(hidden, words.toWellFormed()) }),
    })),
  );
}

/** A failure of a model, which has a name if its class can be mapped to others. */
type TriedModel = Omit<ModelFailure, 'model'> & Partial<Pick<ModelFailure, 'model'>>;

/** A turn that reaches its time limit is treated like one whose provider fell silent. */
function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new ModelError({ code: 'timeout', retryable: true });
  }
  throw error;
}

/** How long to wait before the provider is tried again, in milliseconds. */
function retryDelay({ retryAfterMs }: ModelError, tries: number): number {
  const asked = retryAfterMs === undefined || retryAfterMs <= 0 ? firstRetryMs * 2 ** tries : retryAfterMs;
  return Math.min(asked, longestRetryMs);
}
