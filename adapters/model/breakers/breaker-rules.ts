import { backoffMs } from '#contract/backoff.ts';
import type { ModelFailureCode } from '#contract/model-failure.ts';
import type { OpenBreaker } from '#engine/ports/breakers.ts';

/** So many failures in a row, in one process and without an answer between them, open a breaker. */
const failuresToOpen = 5;
/** A failure is in a row with another one that is not older than this. */
const inRowMs = 60_000;
/** For how long a breaker is open at first. Each failed probe doubles it. */
const firstOpenMs = 30_000;
const longestOpenMs = 5 * 60_000;

/** A failure shows that the provider is unhealthy, healthy, or neither. */
export type Verdict = 'unwell' | 'well' | 'unclear';

/**
 * A failure's verdict on its provider. Only failures that no tenant can cause by its input make a provider unhealthy
 * for all: an overload, silence, and no connection. A refusal of the content shows that the provider answers.
 */
export function verdictOn(code: ModelFailureCode): Verdict {
  switch (code) {
    case 'overloaded':
    case 'rate_limited':
    case 'timeout':
    case 'unreachable':
      return 'unwell';
    case 'broken_stream':
    case 'empty_reply':
      return 'unclear';
    default:
      return 'well';
  }
}

/** The failures of a model in a row. */
export interface InRow {
  count: number;
  /** Time of the last one, in milliseconds. */
  at: number;
}

/** The row after another failure. */
export function afterFailure(before: InRow | undefined, at: number): InRow {
  const continues = before !== undefined && at - before.at <= inRowMs;
  return { count: continues ? before.count + 1 : 1, at };
}

/** Whether failures in a row open the breaker. */
export function isEnough({ count }: InRow): boolean {
  return count >= failuresToOpen;
}

/**
 * For how long a breaker is open.
 * @param openings how often it was opened in a row, this time included
 * @param retryAfterMs what the provider has asked for
 */
export function openForMs(openings: number, retryAfterMs = 0): number {
  const openMs = backoffMs(openings - 1, { firstMs: firstOpenMs, longestMs: longestOpenMs });
  return Math.min(Math.max(openMs, retryAfterMs), longestOpenMs);
}

/** `open`: not to be asked. `due`: one may ask. `probed`: one does. */
export type BreakerState = 'open' | 'due' | 'probed';

/** @param elapsedMs the time since the breaker was read */
export function stateOf({ left_ms, probe_left_ms = 0 }: OpenBreaker, elapsedMs: number): BreakerState {
  if (left_ms > elapsedMs) return 'open';
  return probe_left_ms > elapsedMs ? 'probed' : 'due';
}

/** The model among those of open breakers that is likeliest to be well: that which may be asked first. */
export function leastBad(breakers: readonly OpenBreaker[]): OpenBreaker | undefined {
  return breakers.toSorted((one, other) => one.left_ms - other.left_ms)[0];
}
