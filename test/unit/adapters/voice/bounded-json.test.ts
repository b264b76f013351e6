import { expect, it } from 'vitest';
import { boundedJson } from '#adapters/voice/bounded-json.ts';

const words = `[${'{"text":"[\\\\\\"]","list":[[1]]},'.repeat(10_000)}0]`;

it('[voice.provider.limits] JSON of a usual size stays as it is, whatever it is', () => {
  for (const json of ['{"text":"a","words":[1,[2]]}', '[]', '"a', 'not JSON ]['])
    expect(boundedJson(json, true)).toBe(json);
});

it('[voice.provider.limits] an answer with very many values loses what is in its lists', () => {
  const json = `{"text":"[a]","words":${words},"more":{"list":${words}},"seconds":1}`;
  expect(boundedJson(json, true)).toBe('{"text":"[a]","words":[],"more":{"list":[]},"seconds":1}');
  expect(boundedJson(json, false)).toBeUndefined();
});

it.each([
  ['objects', `{${'"a":{"a":1},'.repeat(20_000)}"a":1}`],
  ['a list that does not end', `{"a":[${'1,'.repeat(30_000)}`],
])('[voice.provider.limits] %s are not left out', (_, json) => {
  expect(boundedJson(json, true) ?? '').toBe('');
});
