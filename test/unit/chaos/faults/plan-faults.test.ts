import { expect, it } from 'vitest';
import { type PartName, partNames, serviceParts } from '#chaos/faults/fault.ts';
import { planFaults } from '#chaos/faults/plan-faults.ts';
import { Random } from '#chaos/random.ts';

const plans = (seed: number, inOrder: readonly PartName[] = partNames) => {
  const random = new Random(seed);
  return Array.from({ length: 500 }, () => planFaults(random, new Set(inOrder)));
};

it('sooner or later every part has every fault, and two parts or a whole kind have one at once', () => {
  const faults = plans(3).flat();
  expect(new Set(faults.map(({ part, kind }) => `${kind} ${part}`)).size).toBe(
    2 * partNames.length + serviceParts.length + 1,
  );
  const together = plans(3).map((plan) => plan.map(({ part }) => part).toSorted());
  expect(together).toEqual(
    expect.arrayContaining([
      ['worker-1', 'worker-2'],
      ['api-1', 'api-2'],
      ['mongodb', 'temporal'],
    ]),
  );
});

it('nothing is planned for what is out of order already, and something stays in order', () => {
  const planned = plans(5, ['api-1', 'worker-1', 'temporal']).flat();
  expect(planned.filter(({ part }) => !['api-1', 'worker-1', 'temporal'].includes(part))).toEqual([]);
  expect(plans(5, ['api-1', 'temporal']).flat()).toEqual([]);
});
