import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { bodyReader, formType, jsonType } from '#api/http/middleware/body-reader.ts';
import { formReader } from '#api/http/middleware/read-form.ts';

const limitBytes = 1024 * 1024;

const readForm = formReader(limitBytes);
const readBytes = bodyReader(limitBytes);

/** A request with this body. Default length: as many bytes as there are. */
function requestWith(type: string, body: string | Buffer, { length = body.length } = {}) {
  const request = new IncomingMessage(new Socket());
  const headers = { 'content-type': type, 'content-length': String(length), 'content-encoding': 'Identity' };
  Object.assign(request, { method: 'POST', url: '/', headers });
  request.push(body);
  request.push(null);
  return new Koa().createContext(request, new ServerResponse(request));
}

async function read(body: string | Buffer, options?: { length?: number }) {
  return await readForm(requestWith(formType, body, options));
}

it('a body is read byte by byte, whatever it has: none is replaced, and a byte order mark stays', async () => {
  const body = Buffer.from([0xef, 0xbb, 0xbf, ...Array.from({ length: 256 }, (_, byte) => byte)]);
  expect(await readBytes(requestWith(jsonType, body))).toEqual(body);
});

it.each([
  ['a=1&b=x+y%2B%E2%82%AC', { a: '1', b: 'x y+€' }],
  ['a[b]=1&c.d=2&e[]=3&f[0]=4', { 'a[b]': '1', 'c.d': '2', 'e[]': '3', 'f[0]': '4' }],
  ['constructor=1&toString=2', { constructor: '1', toString: '2' }],
  ['a=%FF&b', { a: '\uFFFD', b: '' }],
  [
    Array.from({ length: 100 }, (_, at) => `a${at}=1`).join('&'),
    Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a${at}`, '1'])),
  ],
  ['[a]=1&a=2&n=a]=b&=x', { '[a]': '1', a: '2', n: 'a]=b', '': 'x' }],
])('every field of %j is text, under the name that was sent', async (body, fields) => {
  expect(await read(body)).toEqual(fields);
});

it.each([
  ['[body.bounded-work] more fields than any form may have', 'a=1&'.repeat(200_000), 'too_many_values'],
  ['a field called __proto__', 'a=1&__proto__=2', 'invalid_key'],
  ['the same, written otherwise', '%5F_proto__=2', 'invalid_key'],
])('%s are refused', async (_, body, code) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path: '', code }] });
});

it.each(['a=1&a=2', 'a=1&a=1', 'decision=deny&b=1&decision=approve', '%61=1&a=2'])(
  '[body.repeated-member] %s, which names a field twice, is refused',
  async (body) => {
    const details = [{ path: expect.stringMatching(/^(a|decision)$/) as string, code: 'repeated' }];
    await expect(read(body)).rejects.toMatchObject({ code: 'invalid_request', details });
  },
);

it.each([
  ['bytes that are no UTF-8', Buffer.from([0x61, 0x3d, 0xff]), {}, 'invalid_json'],
  ['text that is not percent-encoded', 'a=€', {}, 'invalid_json'],
  ['a form that does not arrive whole', 'a=1', { length: 10 }, 'invalid_json'],
  ['more than the limit', `a=${'x'.repeat(limitBytes)}`, {}, 'payload_too_large'],
  ['a length of more than 32 bits', 'a=1', { length: 3_000_000_000 }, 'payload_too_large'],
])('%s is refused, and the refusal does not quote it', async (_, body, options, code) => {
  const error: unknown = await read(body, options).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ServiceError', code });
  expect(error).not.toHaveProperty('body');
});
