import { expect, it } from 'vitest';
import { readIdempotencyKey } from '#api/http/idempotency/read-key.ts';
import { ServiceError } from '#contract/errors.ts';

const refusal = expect.objectContaining({ code: 'invalid_idempotency_key' }) as unknown;

function read(header: string | undefined): unknown {
  try {
    return readIdempotencyKey(header);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

it.each([
  ['abc', 'abc'],
  ['"abc"', 'abc'],
  [' abc ', 'abc'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
  ['" "', ' '],
  ['"abc";q=1', 'abc'],
  ['a"b', 'a"b'],
  ['8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
  ['k'.repeat(255), 'k'.repeat(255)],
  [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  [Buffer.from('ß'.repeat(255)).toString('latin1'), 'ß'.repeat(255)],
  [Buffer.from('🧵'.repeat(255)).toString('latin1'), '🧵'.repeat(255)],
])('[idempotency.key-format] %j names the key %j', (header, key) => {
  expect(read(header)).toBe(key);
});

it('[idempotency.key-format] no header is no key', () => {
  expect(read(undefined)).toBeUndefined();
});

it.each([
  '',
  '  ',
  '""',
  'k'.repeat(256),
  Buffer.from('🧵'.repeat(256)).toString('latin1'),
  `"${'k'.repeat(256)}"`,
  '"abc',
  '"abc"d',
  '"ß"',
  'a\tb',
  'a\u007fb',
  '"a\tb"',
])('[idempotency.key-format] %j is no key', (header) => {
  expect(read(header)).toEqual(refusal);
});
