import { expect, it } from 'vitest';
import { PatchRequest } from '#contract/patch-request.ts';

const accepted = (parts: object) => PatchRequest.safeParse({ method: 'POST', path: '/x', ...parts }).success;

it.each([
  '/',
  '/a/b',
  '/a/',
  '/a/{{id}}',
  '/a/{{ a.b }}/c',
  '/{{a}}.json',
  '/%C3%A9',
  "/a;b=1,2/(c)!$&'*+@:~",
  '/...',
])('the path %j is accepted', (path) => {
  expect(accepted({ path })).toBe(true);
});

it.each([
  '',
  'a',
  '{{path}}',
  '//host/a',
  '/a//b',
  '/..',
  '/a/../b',
  '/./a',
  '/%2e%2E/a',
  '/.%2e',
  '/a?b=1',
  '/a#b',
  '/a b',
  '/a\\b',
  '/a\r\nb',
  '/é',
  '/a%zz',
  '/a%',
  '/{{a',
  'http://host/a',
  `/${'a'.repeat(2000)}`,
])('the path %j is refused', (path) => {
  expect(accepted({ path })).toBe(false);
});

it.each([
  [{ headers: { 'X-Trace': 'a {{b}}', 'content-type': 'application/json' } }, true],
  [{ headers: { Authorization: 'x' } }, false],
  [{ headers: { Host: 'x' } }, false],
  [{ headers: { 'Idempotency-Key': 'x' } }, false],
  [{ headers: { 'service-subject': 'x' } }, false],
  [{ headers: { 'transfer-encoding': 'chunked' } }, false],
  [{ headers: { 'a b': 'x' } }, false],
  [{ headers: { 'a\r\nb': 'x' } }, false],
  [{ headers: { '': 'x' } }, false],
  [{ headers: { a: 'x\r\nb: y' } }, false],
  [{ headers: { a: 'x', A: 'y' } }, false],
  [{ headers: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`h${n}`, 'x'])) }, false],
  [{ query: { a: '{{b}}' } }, true],
  [{ query: { '': 'x' } }, false],
  [{ query: { a: 1 } }, false],
  [{ body: { a: ['{{b}}', 1, null] } }, true],
  [{ body: null }, true],
  [{ body: JSON.parse('{"a": {"__proto__": 1}}') }, false],
  [{ body: 'x'.repeat(65_537) }, false],
  [{ method: 'GET', body: {} }, false],
  [{ method: 'GET' }, true],
  [{ method: 'get' }, false],
  [{ method: 'CONNECT' }, false],
  [{ url: 'http://host' }, false],
])('%j is accepted: %s', (parts, expected) => {
  expect(accepted(parts)).toBe(expected);
});
