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

it('[payee.names] a name of nothing but punctuation has no key, and a long one is compared by its beginning', () => {
  expect(nameKey(' -.&')).toBe('');
  expect(nameKey(`${'a'.repeat(500)}b`)).toBe(nameKey(`${'a'.repeat(500)}c`));
});
