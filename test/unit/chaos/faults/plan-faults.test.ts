import { describe, expect, it } from 'vitest';
import { type FaultWindow, type PartName, partNames, serviceParts } from '#chaos/faults/fault.ts';
import { healthyMs, healthySpans, longestHealthyMs } from '#chaos/faults/healthy-time.ts';
import { planFaults, planLastFaults } from '#chaos/faults/plan-faults.ts';
import { Random } from '#chaos/random.ts';

const all = new Set<PartName>(partNames);
const plans = (seed: number) => {
  const random = new Random(seed);
  return Array.from({ length: 500 }, () => planFaults(random, all));
};

describe('what goes wrong', () => {
  it('follows from the seed', () => {
    expect(plans(3)).toEqual(plans(3));
    expect(plans(3)).not.toEqual(plans(4));
  });

  it('is, sooner or later, every fault of every part, two at once and a whole kind at once', () => {
    const faults = plans(3).flat();
    expect(new Set(faults.map(({ part, kind }) => `${kind} ${part}`)).size).toBe(
      2 * partNames.length + serviceParts.length + 1,
    );
    const restarted = faults.filter(({ kind }) => kind === 'restart').map(({ part }) => part);
    expect(new Set(restarted)).toEqual(new Set(serviceParts));
    expect(faults.filter(({ kind }) => kind === 'restore').every(({ part }) => part === 'temporal')).toBe(
      true,
    );
    const together = plans(3).map((plan) =>
      plan
        .map(({ part }) => part)
        .toSorted()
        .join(' '),
    );
    expect(together).toContain('worker-1 worker-2');
    expect(together).toContain('api-1 api-2');
    expect(together.some((parts) => /mongodb temporal/.test(parts))).toBe(true);
  });

  it('freezes for 1 to 15 seconds', () => {
    const frozen = plans(3)
      .flat()
      .filter(({ kind }) => kind === 'freeze');
    expect(Math.min(...frozen.map(({ forMs }) => forMs))).toBeLessThan(1_500);
    expect(Math.max(...frozen.map(({ forMs }) => forMs))).toBeGreaterThan(14_000);
    expect(frozen.every(({ forMs }) => forMs >= 1_000 && forMs <= 15_000)).toBe(true);
  });

  it('is nothing that is out of order already, and leaves something in order', () => {
    const random = new Random(5);
    for (let count = 0; count < 500; count += 1) {
      for (const { part } of planFaults(random, new Set(['api-1']))) expect(part).toBe('api-1');
      expect(planFaults(random, new Set(['api-1', 'temporal']))).toEqual([]);
    }
  });

  it('ends with processes of the service that are killed together', () => {
    const last = planLastFaults(new Random(1));
    expect(last.length).toBeGreaterThanOrEqual(2);
    expect(last.every(({ part, kind }) => kind === 'kill' && /^(?:api|worker)-/.test(part))).toBe(true);
  });
});

describe('healthy time', () => {
  const fault = (from: number, until?: number): FaultWindow => ({
    part: 'api-1',
    kind: 'kill',
    from,
    ...(until === undefined ? {} : { until }),
  });

  it('is a span without its faults, which may overlap, touch its ends, or go on', () => {
    const span = { from: 100, until: 200 };
    expect(healthySpans(span, [])).toEqual([span]);
    expect(healthySpans(span, [fault(120, 140), fault(130, 150)])).toEqual([
      { from: 100, until: 120 },
      { from: 150, until: 200 },
    ]);
    expect(healthySpans(span, [fault(0, 110), fault(190)])).toEqual([{ from: 110, until: 190 }]);
    expect(healthySpans(span, [fault(0, 100), fault(200, 300)])).toEqual([span]);
    expect(healthySpans(span, [fault(50, 250)])).toEqual([]);
    expect(healthySpans({ from: 200, until: 100 }, [])).toEqual([]);
  });

  it('is counted as a whole, and as its longest piece', () => {
    const span = { from: 0, until: 100 };
    const faults = [fault(30, 40), fault(90, 95)];
    expect(healthyMs(span, faults)).toBe(85);
    expect(longestHealthyMs(span, faults)).toBe(50);
    expect(longestHealthyMs(span, [fault(0, 100)])).toBe(0);
  });

  it('is broken by a moment as by a time', () => {
    expect(longestHealthyMs({ from: 0, until: 100 }, [fault(60, 60)])).toBe(60);
  });
});
