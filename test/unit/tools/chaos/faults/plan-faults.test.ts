import { expect, it } from 'vitest';
import { type Layout, type PartName, partNames, serviceParts } from '#tools/chaos/faults/fault.ts';
import { planFaults } from '#tools/chaos/faults/plan-faults.ts';
import { Random } from '#tools/chaos/random.ts';

const plans = (seed: number, layout: Layout, inOrder: readonly PartName[] = partNames(layout)) => {
  const random = new Random(seed);
  return Array.from({ length: 500 }, () => planFaults(random, layout, new Set(inOrder)));
};

it.each([
  [
    'apart',
    [
      ['worker-1', 'worker-2'],
      ['api-1', 'api-2'],
      ['mongodb', 'temporal'],
    ],
  ],
  [
    'together',
    [
      ['service-1', 'service-2'],
      ['mongodb', 'temporal'],
    ],
  ],
] as const)(
  'sooner or later every part of a service %s has every fault, and two parts or a whole kind have one at once',
  (layout, sets) => {
    const faults = plans(3, layout).flat();
    expect(new Set(faults.map(({ part, kind }) => `${kind} ${part}`)).size).toBe(
      2 * partNames(layout).length + serviceParts(layout).length + 1,
    );
    const together = plans(3, layout).map((plan) => plan.map(({ part }) => part).toSorted());
    expect(together).toEqual(expect.arrayContaining(sets.map((set) => [...set])));
  },
);

it('nothing is planned for what is out of order already, and something stays in order', () => {
  const planned = plans(5, 'apart', ['api-1', 'worker-1', 'temporal']).flat();
  expect(planned.filter(({ part }) => !['api-1', 'worker-1', 'temporal'].includes(part))).toEqual([]);
  expect(plans(5, 'apart', ['api-1', 'temporal']).flat()).toEqual([]);
});
