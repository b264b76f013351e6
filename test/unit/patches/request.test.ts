import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { PatchRequest } from '#contract/patch-request.ts';
import { buildRequest, type BuiltRequest } from '#patches/request.ts';
import { TemplateError } from '#patches/template.ts';

const build = (parts: Partial<PatchRequest>, args: JsonObject) =>
  buildRequest(PatchRequest.parse({ method: 'POST', path: '/x', ...parts }), args);

it('[patch.request-template] every part is filled from the arguments', () => {
  const built = build(
    {
      path: '/accounts/{{account.id}}/payments',
      query: { dry_run: '{{dry}}', ref: 'r-{{ref}}' },
      headers: { 'X-Reference': '{{ref}}' },
      body: {
        amount: '{{amount}}',
        to: { name: '{{account.name}}', tags: ['{{tag}}', 'fixed'] },
        currency: 'EUR',
        n: 1,
      },
    },
    { account: { id: 'a 1', name: 'Ada' }, dry: true, ref: '7/8&x=1', amount: 12.5, tag: 'new' },
  );
  expect(built).toEqual({
    method: 'POST',
    path: '/accounts/a%201/payments',
    query: 'dry_run=true&ref=r-7%2F8%26x%3D1',
    headers: { 'x-reference': '7/8&x=1' },
    body: { amount: 12.5, to: { name: 'Ada', tags: ['new', 'fixed'] }, currency: 'EUR', n: 1 },
  });
});

it('[patch.request-template] absent arguments leave their field out', () => {
  const built = build(
    {
      query: { a: '{{a}}', b: 'b{{b}}' },
      headers: { a: '{{a}}', b: 'b{{b}}' },
      body: { a: '{{a}}', b: 'b{{b}}', c: ['{{c}}'] },
    },
    {},
  );
  expect(built).toEqual({
    method: 'POST',
    path: '/x',
    query: 'b=b',
    headers: { b: 'b' },
    body: { b: 'b', c: [] },
  });
});

it('a body that is one placeholder is the argument, and none when it is absent', () => {
  expect(build({ body: '{{payload}}' }, { payload: [1, null] }).body).toEqual([1, null]);
  expect(build({ body: '{{payload}}' }, {})).not.toHaveProperty('body');
  expect(build({ body: null }, {}).body).toBeNull();
});

it('a list in the query is a parameter that is there several times', () => {
  expect(build({ query: { tag: '{{tags}}' } }, { tags: ['a', 'b c', null, { d: 1 }] }).query).toBe(
    'tag=a&tag=b+c&tag=%7B%22d%22%3A1%7D',
  );
});

it('braces in an argument are not filled again', () => {
  const { path, body } = build(
    { path: '/{{a}}', body: { a: '{{a}}', b: 'b {{a}}' } },
    { a: '{{secret}}', secret: 's' },
  );
  expect([path, body]).toEqual(['/%7B%7Bsecret%7D%7D', { a: '{{secret}}', b: 'b {{secret}}' }]);
});

it.each([
  'a/b',
  'a..b/...',
  'a\\b',
  '100%',
  '?x=1',
  '#x',
  'a%2fb',
  '//host',
  '@host',
  'ü',
  '\ud800',
  'a\r\nb',
  ' ',
])('[patch.request-template] %j stays one segment of the path', (id) => {
  const { path } = build({ path: '/accounts/{{id}}/payments' }, { id });
  expect(path).toBe(`/accounts/${encodeURIComponent(id.toWellFormed())}/payments`);
  expect(new URL(`http://host/base${path}`).pathname).toBe(`/base${path}`);
});

it.each(['', null, '.', '..', undefined])(
  '[patch.request-template] %j cannot be a segment of the path',
  (id) => {
    expect(() => build({ path: '/accounts/{{id}}' }, { id })).toThrow(TemplateError);
  },
);

it.each([
  '../admin',
  'a/../../admin',
  '..\\admin',
  './admin',
  '..;/admin',
  '%2e%2e',
  '%2E.',
  '%2e%2E/admin',
  '..%2Fadmin',
  '%2e%2e%5Cadmin',
  '%252e%252e%252fadmin',
  '%%32%65%2e',
  '%25%32%65%2e',
])('[patch.path-arguments] %j leads out of its segment once it is decoded, and is refused', (id) => {
  expect(() => build({ path: '/accounts/{{id}}/payments' }, { id })).toThrow(TemplateError);
  expect(() => build({ path: '/{{id}}' }, { id })).toThrow(TemplateError);
});

it('[patch.path-arguments] dots that are escaped twice in a template are refused when it is published', () => {
  expect(PatchRequest.safeParse({ method: 'GET', path: '/a/%252e%252e/b' }).success).toBe(false);
  expect(PatchRequest.safeParse({ method: 'GET', path: '/a/..;/b' }).success).toBe(false);
});

it('[patch.path-arguments] a path that is escaped again and again is refused', () => {
  const id = `%${'25'.repeat(2000)}41`;
  expect(() => build({ path: '/{{id}}' }, { id })).toThrow(TemplateError);
});

it('dots that only together make a segment "one up" are refused', () => {
  expect(() => build({ path: '/a/.{{id}}' }, { id: '.' })).toThrow(TemplateError);
  expect(() => build({ path: '/a/{{x}}{{y}}' }, { x: '.', y: '.' })).toThrow(TemplateError);
  expect(build({ path: '/a/{{x}}.json' }, { x: '..' }).path).toBe('/a/...json');
});

it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'a\u007f', 'Ω', '😀'])(
  '[patch.request-template] %j cannot stand in a header',
  (value) => {
    expect(() => build({ headers: { a: '{{value}}' } }, { value })).toThrow(TemplateError);
    expect(() => build({ headers: { a: 'b {{value}}' } }, { value })).toThrow(TemplateError);
  },
);

it('arguments that repeat cannot grow a request without end', () => {
  const value = 'x'.repeat(200_000);
  const many = (count: number) => Array.from({ length: count }, () => '{{value}}');
  expect(() => build({ body: many(6) }, { value })).toThrow(TemplateError);
  expect(() => build({ body: many(6) }, { value: { nested: value } })).toThrow(TemplateError);
  expect(() => build({ query: { a: '{{value}}' } }, { value })).toThrow(TemplateError);
  expect(() => build({ headers: { a: '{{value}}' } }, { value })).toThrow(TemplateError);
  expect(() => build({ path: '/{{value}}' }, { value })).toThrow(TemplateError);
});

/** Undefined for arguments that are refused; any other failure is one of the test. */
function buildOrRefuse(request: PatchRequest, args: JsonObject): BuiltRequest | undefined {
  try {
    return buildRequest(request, args);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

it('no argument leaves its place', () => {
  const request = PatchRequest.parse({
    method: 'PUT',
    path: '/a/{{value}}/z',
    query: { q: '{{value}}', r: 'r {{value}}' },
    headers: { h: '{{value}}' },
    body: { b: '{{value}}', c: 'c {{value}}' },
  });
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.jsonValue(),
    fc.constantFrom('..', '%2e%2e', 'a/../b', '\r\n', 'a&b=c', '?', '#'),
  );
  fc.assert(
    fc.property(values, (value) => {
      const built = buildOrRefuse(request, { value });
      if (built === undefined) return;
      const url = new URL(`http://host/base${built.path}?${built.query}`);
      expect(url.host).toBe('host');
      expect(url.hash).toBe('');
      expect(url.pathname.split('/')).toHaveLength(5);
      expect(url.pathname).toMatch(/^\/base\/a\/[^/]+\/z$/);
      expect([...new Set(url.searchParams.keys())].filter((key) => !['q', 'r'].includes(key))).toEqual([]);
      expect(Object.keys(built.headers).filter((key) => key !== 'h')).toEqual([]);
      expect(() => new Headers(built.headers)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
