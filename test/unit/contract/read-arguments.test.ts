import { expect, it } from 'vitest';
import { readArguments } from '#contract/read-arguments.ts';

it('an object is taken as it is, and nothing at all stands for none', () => {
  expect(readArguments('{"a": 12.50}')).toEqual({ args: { a: 12.5 } });
  expect(readArguments(' \n')).toEqual({ args: {} });
});

it.each([
  ['{"account":2512292042121000001}', /account must be a number that a double/],
  ['{"a":1,"\\u0061":2}', /names a member twice/],
  ['{"a":', /not JSON/],
  ['null', /are null/],
  ['[1]', /are a list/],
  ['1', /are a number/],
  ['true', /are a boolean/],
  ['"pay Bo"', /are a string, not an object/],
  ['"{\\"amount\\":1}"', /string that contains JSON.*encoded once/],
  ['{"a":{"__proto__":{}}}', /__proto__/],
  ['{"a":"\\ud800"}', /well-formed Unicode/],
])('[number.args] [tool-call.args.fault] of %s the model is told what is wrong', (text, fault) => {
  expect(readArguments(text)).toEqual({ fault: expect.stringMatching(fault) });
});

it('[parts.most] arguments have at most 2,000 parts', () => {
  const list = (length: number) => `{"list":[${Array.from({ length }, () => '{}').join()}]}`;
  expect(readArguments(list(1999))).toHaveProperty('args');
  for (const text of [list(2000), list(100_000), `{"a":${'['.repeat(100_000)}`])
    expect(readArguments(text)).toEqual({ fault: expect.stringMatching(/too_many_parts/) });
});
