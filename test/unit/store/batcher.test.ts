import { expect, it } from 'vitest';
import { Batcher } from '#store/mongo/batcher.ts';

/** Groups that end when told to, and what they were asked for. */
function startGroups(largest = 100) {
  const works: { key: string; items: string[]; end: (error?: Error) => void }[] = [];
  const groups = new Batcher<string, string>(
    async (key, items) =>
      await new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error === undefined ? resolve(items.map((item) => `${item}!`)) : reject(error);
        works.push({ key, items, end });
      }),
    largest,
  );
  const begun = async (count: number) => {
    while (works.length < count) await new Promise(setImmediate);
    return works.map(({ key, items }) => `${key}:${items.join('')}`);
  };
  return { groups, works, begun };
}

it('what comes while a group is at work makes up the next one, and each gets its own result', async () => {
  const { groups, works, begun } = startGroups();
  const first = groups.add('k', 'a');
  expect(await begun(1)).toEqual(['k:a']);
  const later = ['b', 'c', 'd'].map((item) => groups.add('k', item));
  await new Promise(setImmediate);
  expect(works).toHaveLength(1);
  works[0]?.end();
  expect(await first).toBe('a!');
  expect(await begun(2)).toEqual(['k:a', 'k:bcd']);
  works[1]?.end();
  expect(await Promise.all(later)).toEqual(['b!', 'c!', 'd!']);
});

it('what comes at once goes together; keys do not wait for one another', async () => {
  const { groups, works, begun } = startGroups();
  const all = Promise.all([groups.add('k', 'a'), groups.add('j', 'x'), groups.add('k', 'b')]);
  expect((await begun(2)).toSorted()).toEqual(['j:x', 'k:ab']);
  for (const { end } of works) end();
  expect(await all).toEqual(['a!', 'x!', 'b!']);
});

it('a group waits for those that come turn by turn, and begins in the first turn in which nobody came', async () => {
  const { groups, works, begun } = startGroups(4);
  const all = [groups.add('k', 'a'), groups.add('k', 'b')];
  await new Promise(setImmediate);
  all.push(groups.add('k', 'c'));
  await new Promise(setImmediate);
  expect(works).toHaveLength(0);
  expect(await begun(1)).toEqual(['k:abc']);
  works[0]?.end();
  expect(await Promise.all(all)).toEqual(['a!', 'b!', 'c!']);
});

it('a group is no larger than it may be', async () => {
  const { groups, works, begun } = startGroups(2);
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => groups.add('k', item)));
  for (let count = 1; count <= 3; count += 1) {
    await begun(count);
    works[count - 1]?.end();
  }
  await all;
  expect(await begun(3)).toEqual(['k:ab', 'k:cd', 'k:e']);
});

it('a group that fails fails all of it, and not the next', async () => {
  const { groups, works, begun } = startGroups();
  const failing = Promise.allSettled([groups.add('k', 'a'), groups.add('k', 'b')]);
  await begun(1);
  const next = groups.add('k', 'c');
  works[0]?.end(new Error('away'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await begun(2);
  works[1]?.end();
  expect(await next).toBe('c!');
});
