import { expect, it } from 'vitest';
import { valueAt } from '#patches/json-pointer.ts';

// The examples of RFC 6901, section 5.
const document = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

it.each([
  ['', document],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
])('[approval-policy.pointers] %j leads to its value', (pointer, value) => {
  expect(valueAt(document, pointer)).toEqual(value);
});

it.each([
  '/none',
  '/foo/2',
  '/foo/00',
  '/foo/-',
  '/foo/*',
  '/foo/1e0',
  '/foo/length',
  '/foo/0/length',
  '/toString',
  '/__proto__',
  '/constructor/name',
  '/foo/map',
])('[approval-policy.pointers] %j leads to nothing', (pointer) => {
  expect(valueAt(document, pointer)).toBeUndefined();
});
