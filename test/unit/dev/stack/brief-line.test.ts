import { expect, test } from 'vitest';
import { briefLine } from '#dev/stack/brief-line.ts';

test.for<[string, string | undefined]>([
  ['{"level":"info","msg":"listening"}', undefined],
  ['{"level":"warn","msg":"slow","ms":900}', 'warning: slow'],
  [
    '{"level":"error","msg":"request failed","err":{"message":"no primary"}}',
    'error: request failed (no primary)',
  ],
  ['TypeError: x is not a function', 'TypeError: x is not a function'],
  ['{half an object', '{half an object'],
  ['   ', undefined],
])('%s is shown as %s', ([line, shown]) => {
  expect(briefLine(line)).toBe(shown);
});

test('a line is cut to what fits a terminal', () => {
  expect(briefLine('x'.repeat(1000))).toHaveLength(200);
});
