import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Cursors, type CursorScope } from '#api/http/pagination/cursors.ts';
import { ServiceError } from '#contract/errors.ts';

const key = { id: 'a', key: randomBytes(32) };
const cursors = new Cursors([key]);
const scope: CursorScope = ['threads', 'workspace', undefined];
const refused = expect.objectContaining({ code: 'invalid_cursor' });

function read(cursor: string, by = cursors, from = scope): unknown {
  try {
    return by.read(from, cursor);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

it('[pagination.walk] a cursor gives back the position it was issued for', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer()), (position) => {
      expect(read(cursors.issue(scope, position))).toBe(position);
    }),
  );
});

it('a cursor is safe in a query', () => {
  expect(cursors.issue(scope, 'ö/+?')).toMatch(/^[A-Za-z0-9_-]+$/);
});

it('[pagination.forged-cursor] no text that was not issued is read, and none is a fault', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      expect(read(text)).toEqual(refused);
    }),
  );
});

it('[pagination.forged-cursor] a cursor that was changed anywhere is refused', () => {
  const cursor = cursors.issue(scope, 'position');
  for (let at = 0; at < cursor.length; at += 1) {
    const other = cursor[at] === 'A' ? 'B' : 'A';
    expect(read(cursor.slice(0, at) + other + cursor.slice(at + 1))).toEqual(refused);
    expect(read(cursor.slice(0, at))).toEqual(refused);
  }
  for (const suffix of ['A', '=', ' ', '\n']) expect(read(cursor + suffix)).toEqual(refused);
});

it.each<[string, CursorScope]>([
  ['collection', ['runs', 'workspace', undefined]],
  ['workspace', ['threads', 'other', undefined]],
  ['filter', ['threads', 'workspace', 'ada']],
  ['filter, an empty one', ['threads', 'workspace', '']],
  ['number of filters', ['threads', 'workspace']],
  ['cutting of its parts', ['threads', 'workspace,']],
])('[pagination.foreign-cursor] a cursor of another %s is refused', (_, other) => {
  expect(read(cursors.issue(other, 'position'))).toEqual(refused);
});

it('a cursor is read after its key was rotated, and refused when the key is gone', () => {
  const newer = { id: 'b', key: randomBytes(32) };
  const cursor = cursors.issue(scope, 'position');
  expect(read(cursor, new Cursors([newer, key]))).toBe('position');
  expect(read(cursor, new Cursors([newer]))).toEqual(refused);
  expect(read(new Cursors([newer, key]).issue(scope, 'position'))).toEqual(refused);
});
