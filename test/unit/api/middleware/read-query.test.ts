import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { parseQuery, readQueries } from '#api/http/middleware/read-query.ts';

it.each(['', 'a=1', 'a=1&b=2&a=3', 'a&a=&=b', 'a=%20+&%E9=1&b=%', '__proto__=1&__proto__=2&constructor=3'])(
  'the query %s is read as Koa reads it',
  (text) => {
    const { request } = new Koa();
    const asKoa = Object.assign(Object.create(request), { req: requestFor(text) }) as { query: object };
    expect(Object.entries(parseQuery(text))).toEqual(Object.entries(asKoa.query));
  },
);

it('[limit.loop.query] a query that names a parameter very often is read at once', () => {
  const app = new Koa();
  readQueries(app);
  // Minutes if all parameters were looked through for each of them.
  const req = requestFor('a=&'.repeat(200_000));
  const request = Object.assign(Object.create(app.request), { req }) as { query: { a: string[] } };
  expect(request.query.a).toHaveLength(200_000);
});

it('a query that is set is the one that is read', () => {
  const app = new Koa();
  readQueries(app);
  const request = Object.assign(Object.create(app.request), { req: requestFor('a=1') }) as { query: object };
  request.query = { b: '2' };
  expect(request.query).toEqual({ b: '2' });
});

function requestFor(query: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { url: `/?${query}` });
}
