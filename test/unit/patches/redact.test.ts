import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { redact, redactArgs, redacted, redactResult } from '#patches/redact.ts';

const card = {
  card: { number: '4111', cvc: '123' },
  items: [{ pin: 1, name: 'a' }, { pin: 2 }],
  'a/b': 1,
  '~': 2,
};

it.each([
  [[], card],
  [['/card'], { ...card, card: redacted }],
  [['/card/number'], { ...card, card: { number: redacted, cvc: '123' } }],
  [['/card/number', '/card/cvc'], { ...card, card: { number: redacted, cvc: redacted } }],
  [['/card', '/card/number'], { ...card, card: redacted }],
  [['/card/number', '/card'], { ...card, card: redacted }],
  [['/items/0/pin'], { ...card, items: [{ pin: redacted, name: 'a' }, { pin: 2 }] }],
  [['/items/1'], { ...card, items: [{ pin: 1, name: 'a' }, redacted] }],
  [['/items/*/pin'], { ...card, items: [{ pin: redacted, name: 'a' }, { pin: redacted }] }],
  [['/card/*'], { ...card, card: { number: redacted, cvc: redacted } }],
  [['/a~1b', '/~0'], { ...card, 'a/b': redacted, '~': redacted }],
  [[''], { card: redacted, items: redacted, 'a/b': redacted, '~': redacted }],
  [['/none', '/card/none/deeper', '/items/9', '/items/00', '/items/-', '/card/number/x', '/'], card],
])('[patch.redact] %j', (pointers, expected) => {
  expect(redact(card, pointers)).toEqual(expected);
});

it.each(['text', 1, null, true])('[patch.redact] the whole of %j is hidden too', (result) => {
  expect(redact(result, [''])).toBe(redacted);
  expect(redact(result, ['/a'])).toBe(result);
});

it('[patch.redact] arguments and results have pointers of their own', () => {
  const patch = { redact: { args: ['/secret'], result: ['/token'] } };
  const both = { secret: 1, token: 2 };
  expect(redactArgs(patch, both)).toEqual({ secret: redacted, token: 2 });
  expect(redactResult(patch, both)).toEqual({ secret: 1, token: redacted });
  expect(redactArgs({}, both)).toEqual(both);
  expect(redactResult({ redact: {} }, undefined)).toBeUndefined();
});

it('a member named __proto__ is hidden, and is no prototype', () => {
  const hostile = JSON.parse('{"__proto__": {"secret": 1}, "other": 2}') as object;
  const copy = redact(hostile, ['/__proto__/secret', '/other']) as Record<string, unknown>;
  expect(JSON.stringify(copy)).toBe(`{"__proto__":{"secret":"${redacted}"},"other":"${redacted}"}`);
  expect(copy['secret']).toBeUndefined();
});

/** Values whose every text is the secret, and pointers into them. */
const secret = 'sesame-4711';
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constant(secret),
    fc.integer(),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', '', '/', '~', '__proto__', 'constructor'), tie('tree'), {
      maxKeys: 4,
    }),
  ),
}));

function pathsTo(value: unknown, path: string): string[] {
  if (value === secret) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    pathsTo(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

it('[patch.redact] nothing pointed to is left, what is given stays as it was', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const before = JSON.stringify(value);
      const pointers = pathsTo(value, '');
      const copy = JSON.stringify(redact(value, pointers));
      expect(copy).not.toContain(secret);
      expect(copy.split(redacted)).toHaveLength(pointers.length + 1);
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
});

it('any pointer to anything is answered', () => {
  const pointer = fc
    .array(fc.oneof(fc.string(), fc.constantFrom('*', '0', '__proto__')))
    .map((all) => all.map((one) => `/${one}`).join(''));
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(pointer), (value, pointers) => {
      expect(() => redact(value, pointers)).not.toThrow();
    }),
  );
});

/** A value that counts how often its members are read. */
function counting<Value extends object>(value: Value, reads: { count: number }): Value {
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof name === 'symbol' || name === 'length' || !Object.hasOwn(target, name)) return member;
      reads.count += 1;
      return typeof member === 'object' && member !== null ? counting(member, reads) : member;
    },
  });
}

const row = { id: 1, name: 'a', tags: ['b'] };

it.each([
  ['names', (index: number) => `/none${index}/id`],
  ['members of every item', (index: number) => `/rows/*/none${index}`],
  ['members of every item of every list', (index: number) => `/*/*/*/none${index}`],
])('[patch.redact.linear] no part of a value is read once for each pointer: %s', (_, pointerTo) => {
  const reads = { count: 0 };
  const rows = Array.from({ length: 100 }, () => row);
  const pointers = Array.from({ length: 64 }, (_, index) => pointerTo(index));
  redact(counting({ rows }, reads), pointers);
  expect(reads.count).toBeLessThanOrEqual(countOf({ rows }));
});

it('[patch.redact.linear] what no pointer leads to is not read', () => {
  const reads = { count: 0 };
  const value = { rows: Array.from({ length: 100 }, () => row), secret: 1 };
  redact(counting(value, reads), ['/secret', '/none/a']);
  expect(reads.count).toBeLessThan(countOf(value));
});

/** All members of a value, and theirs. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + 1 + countOf(member), 0);
}
