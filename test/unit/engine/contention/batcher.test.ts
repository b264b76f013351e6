import { expect, it } from 'vitest';
import { Batcher } from '#engine/contention/batcher.ts';

/** Groups that end on demand, and their requests. */
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

it('who comes alone starts at once; keys do not wait for one another', async () => {
  const { groups, works, begun } = startGroups();
  const all = Promise.all([groups.add('k', 'a'), groups.add('j', 'x')]);
  expect(works.map(({ key, items }) => `${key}:${items.join('')}`)).toEqual(['k:a', 'j:x']);
  for (const { end } of works) end();
  expect(await all).toEqual(['a!', 'x!']);
  const later = groups.add('k', 'b');
  expect(await begun(3)).toEqual(['k:a', 'j:x', 'k:b']);
  works[2]?.end();
  expect(await later).toBe('b!');
});

it('a group is no larger than it may be', async () => {
  const { groups, works, begun } = startGroups(2);
  const all = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((item) => groups.add('k', item)));
  for (let count = 1; count <= 4; count += 1) {
    await begun(count);
    works[count - 1]?.end();
  }
  await all;
  expect(await begun(4)).toEqual(['k:a', 'k:bc', 'k:de', 'k:f']);
});

it('a group that fails fails all of it, and neither the one before nor the next', async () => {
  const { groups, works, begun } = startGroups();
  const first = groups.add('k', 'a');
  const failing = Promise.allSettled([groups.add('k', 'b'), groups.add('k', 'c')]);
  works[0]?.end();
  await begun(2);
  const next = groups.add('k', 'd');
  works[1]?.end(new Error('away'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await begun(3);
  works[2]?.end();
  expect([await first, await next]).toEqual(['a!', 'd!']);
});
