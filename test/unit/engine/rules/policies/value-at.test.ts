import { describe, expect, it } from 'vitest';
import { valueAt } from '#engine/rules/policies/value-at.ts';

const root = {
  amount: 5,
  to: { name: 'Bo' },
  items: [{ price: '3' }, { price: '4' }],
  'a/b': 1,
  'c~d': 2,
  '': 3,
};

describe('[approval-policy.pointers] the value at a JSON pointer', () => {
  it.each([
    ['/amount', 5],
    ['/to/name', 'Bo'],
    ['/items/1/price', '4'],
    ['/a~1b', 1],
    ['/c~0d', 2],
    ['/', 3],
  ])('%s is a member or an item', (pointer, value) => {
    expect(valueAt(root, pointer)).toBe(value);
  });

  it.each([
    '/missing',
    '/amount/more',
    '/items/2/price',
    '/items/-',
    '/items/01/price',
    '/items/length',
    '/items/*/price',
    '/to/name/0',
    '/toString',
    '/__proto__',
    '/constructor/name',
    '/items/1e0',
  ])('%s names nothing', (pointer) => {
    expect(valueAt(root, pointer)).toBeUndefined();
  });
});
