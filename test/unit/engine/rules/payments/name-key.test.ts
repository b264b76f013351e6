import { expect, it } from 'vitest';
import { nameKey } from '#engine/rules/payments/name-key.ts';

it.each([
  ['Müller GmbH & Co. KG', 'muller'],
  ['MULLER', 'Müller'],
  ['Bo G.m.b.H.', 'BO'],
  ['Acme, Inc.', 'ACME Incorporated'],
  ['Weiß AG', 'WEISS'],
  ['ＡＣＭＥ', 'acme'],
  ["L'Oréal S.A.", 'loreal'],
  ['Bo  \n Li', 'boli'],
  ['株式会社トヨタ', '株式会社トヨタ'],
])('[payee.names] %s and %s are alike', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
  expect(nameKey(one)).not.toBe('');
});

it.each([
  ['Bo Li', 'Bo Lu'],
  ['Smith & Sons', 'Smith'],
  ['Company', 'Limited'],
  ['Cleo', 'Сleo'],
])('[payee.names] %s and %s are not', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

it.each([
  ['fillers, which are letters', 'Ac\u3164me\uFFA0'],
  ['characters without a width', 'A\u200Bc\u2060me\uFE0F'],
  ['blanks before it', `${' \u00A0\n'.repeat(300)}Acme`],
  ['fillers before it', `${'\u3164'.repeat(600)}Acme`],
])('[payee.names] a name is not another one by %s', (_, name) => {
  expect(nameKey(name)).toBe('acme');
});

it('[payee.names] a name of nothing but punctuation has no key, and a long one is compared by its beginning', () => {
  expect(nameKey(' -.&')).toBe('');
  expect(nameKey(`${'a'.repeat(500)}b`)).toBe(nameKey(`${'a'.repeat(500)}c`));
});
