import { describe, expect, it } from 'vitest';
import { modelFailureCodes } from '#contract/model-failure.ts';
import {
  afterFailure,
  type InRow,
  isEnough,
  leastBad,
  openForMs,
  stateOf,
  verdictOn,
} from '#adapters/model/breakers/breaker-rules.ts';

const breaker = { model: 'a', code: 'overloaded' as const, openings: 1, left_ms: 1000 };

describe('the breaker of a model', () => {
  it('[model.breaker.causes] is opened only by what no prompt can cause', () => {
    const unwell = modelFailureCodes.filter((code) => verdictOn(code) === 'unwell');
    expect(unwell.toSorted()).toEqual(['overloaded', 'rate_limited', 'timeout', 'unreachable']);
    expect([verdictOn('refused'), verdictOn('rejected'), verdictOn('prompt_too_long')]).toEqual([
      'well',
      'well',
      'well',
    ]);
  });

  it('[model.breaker.opens] is opened by five failures in a row', () => {
    let row: InRow | undefined;
    const enough = [0, 59_000, 100_000, 150_000, 151_000].map((at) => {
      row = afterFailure(row, at);
      return isEnough(row);
    });
    expect(enough).toEqual([false, false, false, false, true]);
  });

  it('[model.breaker.opens] begins to count again after a minute without a failure', () => {
    expect(afterFailure({ count: 4, at: 0 }, 60_001)).toEqual({ count: 1, at: 60_001 });
  });

  it('[model.breaker.probe] is open for longer each time that a probe fails, within bounds, and for as long as the provider asks', () => {
    expect([1, 2, 3, 4, 5, 1000].map((openings) => openForMs(openings))).toEqual([
      30_000, 60_000, 120_000, 240_000, 300_000, 300_000,
    ]);
    expect([openForMs(1, 45_000), openForMs(1, 3_600_000), openForMs(1, 10)]).toEqual([
      45_000, 300_000, 30_000,
    ]);
  });

  it('[model.breaker.probe] is due when its time is over, unless somebody probes', () => {
    expect([stateOf(breaker, 999), stateOf(breaker, 1000)]).toEqual(['open', 'due']);
    const probed = { ...breaker, left_ms: -5, probe_left_ms: 500 };
    expect([stateOf(probed, 499), stateOf(probed, 500)]).toEqual(['probed', 'due']);
  });

  it('[model.breaker.all-open] of several that are open, the one that is due first is the least bad', () => {
    expect(
      leastBad([breaker, { ...breaker, model: 'b', left_ms: -1 }, { ...breaker, model: 'c' }])?.model,
    ).toBe('b');
    expect(leastBad([])).toBeUndefined();
  });
});
