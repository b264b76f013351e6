import { expect, it } from 'vitest';
import { SharedAllowance, type ShareSource } from '#api/http/limits/shared-allowance.ts';

const limit = 40;

/** A store with the allowance of one workspace, which receives the usage of subjects as the real one does. */
function newSource(): ShareSource {
  let left = limit;
  const subjects: Record<string, number> = {};
  return {
    limit: async () => await Promise.resolve(limit),
    takeShare: async (_, wanted, spent) => {
      for (const [subject, count] of spent) subjects[subject] = (subjects[subject] ?? 0) + count;
      const granted = Math.min(left, wanted);
      left -= granted;
      return await Promise.resolve({
        granted,
        left,
        subjects: { ...subjects },
        resetsInMs: 60_000,
        resetsAt: 1,
      });
    },
    returnShare: async (count) => {
      left += count;
      await Promise.resolve();
    },
  };
}

const admitted = async (process: SharedAllowance, count: number, subject?: string) => {
  const all = await Promise.all(Array.from({ length: count }, async () => await process.admit(subject)));
  return all.filter((allowance) => allowance.admitted).length;
};

it('[decide.many.rate] what counts as several requests spends all of them, or none', async () => {
  const source = newSource();
  const [here, there] = [new SharedAllowance(source), new SharedAllowance(source)];
  expect(await here.admit(undefined, 41)).toMatchObject({ admitted: false, remaining: 40 });
  expect(await here.admit(undefined, 25)).toMatchObject({ admitted: true, remaining: 15 });
  expect(await there.admit(undefined, 16)).toMatchObject({ admitted: false, remaining: 15 });
  // A subject has half of what others leave.
  expect(await there.admit('ada', 9)).toMatchObject({ admitted: false, remaining: 8 });
  expect(await there.admit('ada', 8)).toMatchObject({ admitted: true, remaining: 0 });
  const all = await Promise.all([5, 5, 5].map(async (count) => await here.admit(undefined, count)));
  expect(all.map((each) => each.admitted)).toEqual([true, false, false]);
  expect(await admitted(there, 10)).toBe(2);
});

it('[rate-limit.subject-share] what a flooding subject cannot use at one process is not missing at another', async () => {
  const source = newSource();
  const [here, there] = [new SharedAllowance(source), new SharedAllowance(source)];
  const flood = (await admitted(here, 50, 'mallory')) + (await admitted(there, 50, 'mallory'));
  expect(flood).toBe(30);
  expect(await admitted(here, 1, 'ada')).toBe(1);
  expect(await admitted(there, 1, 'ada')).toBe(1);
  expect((await admitted(here, 20)) + (await admitted(there, 20))).toBe(8);
});
