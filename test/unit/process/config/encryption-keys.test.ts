import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Cursors } from '#api/http/pagination/cursors.ts';
import { EnvironmentError, parseEnvironment } from '#process/config/environment.ts';

const older = randomBytes(32);
const newer = randomBytes(32);
const pair = (id: string, key: Buffer) => `${id}:${key.toString('base64')}`;
const parse = (ENCRYPTION_KEYS: string) =>
  parseEnvironment({ MONGODB_URI: 'mongodb://127.0.0.1', ENCRYPTION_KEYS }).ENCRYPTION_KEYS;

it('[config.encryption-keys] are id:base64 pairs of 256-bit keys, in their order', () => {
  expect(parse(`${pair('2026', newer)}, ${pair('2025', older)}`)).toEqual([
    { id: '2026', key: newer },
    { id: '2025', key: older },
  ]);
});

it('[config.encryption-keys] the first is the one in use, the others still read what they made', () => {
  const before = new Cursors(parse(pair('2025', older)));
  const after = new Cursors(parse(`${pair('2026', newer)},${pair('2025', older)}`));
  expect(after.read(['threads'], before.issue(['threads'], 1))).toBe(1);
  expect(after.issue(['threads'], 1)).toBe(new Cursors(parse(pair('2026', newer))).issue(['threads'], 1));
});

it.each([
  ['a key alone', newer.toString('base64')],
  ['a pair without an id', `:${newer.toString('base64')}`],
  ['a key of 128 bits', pair('a', randomBytes(16))],
  ['a key of 264 bits', pair('a', randomBytes(33))],
  ['a key that is not base64', `a:${'*'.repeat(44)}`],
  ['an empty pair', `${pair('a', newer)},`],
  ['two keys of one id', `${pair('a', newer)},${pair('a', older)}`],
])('[config.encryption-keys] %s is refused', (_, text) => {
  expect(() => parse(text)).toThrow(EnvironmentError);
});
