import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from '#api/http/idempotency/fingerprint.ts';

const part = fc.oneof(fc.string(), fc.uint8Array(), fc.constant(undefined));

it('[idempotency.fingerprint] the same parts give the same, texts and bytes alike', () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const asBytes = parts.map((one) => (typeof one === 'string' ? Buffer.from(one) : one));
      expect(fingerprint(asBytes)).toBe(fingerprint(parts));
    }),
  );
});

it.each<[(string | undefined)[], (string | undefined)[]]>([
  [
    ['ab', 'c'],
    ['a', 'bc'],
  ],
  [['ab'], ['a', 'b']],
  [
    ['', 'a'],
    ['a', ''],
  ],
  [[undefined], ['']],
  [[], ['']],
  [['1:a'], ['1', 'a']],
  [['none:'], [undefined]],
])('[idempotency.fingerprint] %j and %j are told apart', (one, other) => {
  expect(fingerprint(one)).not.toBe(fingerprint(other));
});
