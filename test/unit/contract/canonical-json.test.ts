import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '#contract/canonical-json.ts';
import { isJsonObject } from '#contract/json.ts';

/** The same value with the members of its objects in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

it('the text does not depend on the order of members, and is the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('members without a value are left out, as in JSON', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: undefined })).toBe('{"b":[1,{"c":"é","d":null}]}');
});

it('is the canonical form of RFC 8785, as in its own examples', () => {
  const numbers = JSON.parse(
    '[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, -0]',
  ) as unknown;
  expect(canonicalJson(numbers)).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]');
  const text = JSON.parse(String.raw`"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"`) as unknown;
  expect(canonicalJson(text)).toBe(String.raw`"€$\u000f\nA'B\"\\\\\"/"`);
  // Ordered by UTF-16 code units, not by characters.
  const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
  expect(Object.keys(JSON.parse(canonicalJson(names)) as object)).toEqual([
    '1',
    '\r',
    '\u0080',
    'ö',
    '€',
    '😀',
    '\ufb33',
  ]);
});
