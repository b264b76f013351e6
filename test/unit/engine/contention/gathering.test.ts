import { setImmediate as tick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Gathering } from '#engine/contention/gathering.ts';

function gathering(most = 3) {
  const groups: string[][] = [];
  const held: (() => void)[] = [];
  const gathered = new Gathering<string, string>(async (key, items) => {
    groups.push(items);
    await new Promise<void>((resolve) => held.push(resolve));
    if (items.includes('bad')) throw new Error(`no ${key}`);
    return items.map((item) => `${key} ${item}`);
  }, most);
  const goOn = async () => {
    held.shift()?.();
    await tick();
  };
  return { gathered, groups, goOn };
}

it('works on the first item at once, and together on those that come meanwhile, a limited number', async () => {
  const { gathered, groups, goOn } = gathering();
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map(async (item) => await gathered.add('k', item)));
  await goOn();
  await goOn();
  await goOn();
  expect(await results).toEqual(['k a', 'k b', 'k c', 'k d', 'k e']);
  expect(groups).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
});

it('keeps keys apart, and begins again when all is done', async () => {
  const { gathered, groups, goOn } = gathering();
  const both = Promise.all([gathered.add('k', 'a'), gathered.add('l', 'b')]);
  await goOn();
  await goOn();
  await both;
  const later = gathered.add('k', 'c');
  await goOn();
  await later;
  expect(groups).toEqual([['a'], ['b'], ['c']]);
});

it('fails for all of a group, and goes on with the next', async () => {
  const { gathered, goOn } = gathering(2);
  const outcomes = Promise.allSettled(
    ['a', 'bad', 'b', 'c'].map(async (item) => await gathered.add('k', item)),
  );
  for (let groups = 0; groups < 3; groups += 1) await goOn();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});
