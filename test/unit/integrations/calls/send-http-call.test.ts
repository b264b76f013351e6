import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { createOutboundHttp } from '#adapters/outbound-http/outbound-http.ts';
import { sendHttpCall } from '#integrations/calls/send-http-call.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import { json } from '../../../support/acting.ts';
import { useTickingClock } from '../../../support/ticking-clock.ts';
import { host } from '../../adapters/outbound-http/host.ts';

useTickingClock();

const outboundHttp = createOutboundHttp({ allowPrivateAddresses: ['loopback'] });
afterAll(async () => await outboundHttp.close());

type Answer = (response: ServerResponse) => void;

async function attemptAt(answer: Answer) {
  let accepted: unknown;
  const { url } = await host((request, response) => {
    accepted = request.headers['accept-encoding'];
    answer(response);
  });
  const request = { url, workspaceId: 'w', method: 'POST', headers: {}, body: '{}' };
  const call = { request, shown: toJsonText({}), secretHeaders: {} };
  const until = new Date(Date.now() + 120_000);
  const { resolution, ...attempt } = await sendHttpCall(outboundHttp, call, () => 'signed', until);
  const { status, error, result, response_status } = resolution;
  expect(accepted).toBe('identity');
  return { ...attempt, status, code: error?.code, response_status, result: result && fromJsonText(result) };
}

const paid = { payment: 'Zoë 1' };
const text = JSON.stringify(paid);
const body =
  (bytes: Buffer, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers })
      .end(bytes);
const encoded = (bytes: Buffer, encoding: string) => body(bytes, { 'content-encoding': encoding });
const charset = (bytes: Buffer, name: string) =>
  body(bytes, { 'content-type': `application/json; charset=${name}` });
const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16();

it.each<[string, Answer]>([
  ['a byte order mark', body(Buffer.from(`\uFEFF${text}`))],
  ['gzip', encoded(gzipSync(text), 'gzip')],
  ['x-gzip', encoded(gzipSync(text), 'X-GZip')],
  ['deflate', encoded(deflateSync(text), 'deflate')],
  ['deflate without its header', encoded(deflateRawSync(text), 'deflate')],
  ['br', encoded(brotliCompressSync(text), 'br')],
  ['zstd', encoded(zstdCompressSync(text), 'zstd')],
  ['two encodings', encoded(brotliCompressSync(gzipSync(text)), 'gzip, br')],
  ['an encoding that it does not have', encoded(Buffer.from(text), 'gzip')],
  ['an encoding that nobody knows', encoded(Buffer.from(text), 'utf-8')],
  ['charset iso-8859-1', charset(Buffer.from(text, 'latin1'), 'iso-8859-1')],
  ['charset windows-1252', charset(Buffer.from(text, 'latin1'), '"Windows-1252"')],
  ['charset utf-16', charset(Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16')],
  ['charset utf-16 without a mark', charset(utf16be(text), 'utf-16')],
  ['UTF-16 that is not declared', body(utf16be(`\uFEFF${text}`))],
  ['Latin-1 that is not declared', body(Buffer.from(text, 'latin1'))],
  ['another charset than it says', charset(Buffer.from(text), 'utf-16')],
  ['a single-byte charset and UTF-8', charset(Buffer.from(text), 'iso-8859-1')],
  ['a charset that nobody knows', charset(Buffer.from(text), 'klingon')],
])('[tool-call.answer-read] an answer with %s is read', async (_, answer) => {
  expect(await attemptAt(answer)).toMatchObject({ status: 'ok', response_status: 200, result: paid });
});

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

it.each<[string, Answer, object]>([
  ['that is cut', body(Buffer.from('{"payment":')), { text: '{"payment":' }],
  ['with a word that is no JSON', body(Buffer.from('{"amount":NaN}')), { text: '{"amount":NaN}' }],
  ['of HTML that says that it is JSON', body(Buffer.from('<p>ok</p>')), { text: '<p>ok</p>' }],
  ['of 2 MiB', body(Buffer.alloc(2 * 1024 * 1024, 'a')), {}],
  ['that is a bomb', encoded(bomb, 'gzip'), {}],
  ['that is a bomb in a bomb', encoded(gzipSync(bomb), 'gzip, gzip'), {}],
  ['whose compression is cut', encoded(gzipSync(text).subarray(0, -9), 'gzip'), {}],
  [
    'of bytes that are no text',
    body(Buffer.from([0x25, 0xff, 0xfe, 0x81]), { 'content-type': 'application/pdf' }),
    {},
  ],
])('[tool-call.unreadable] [outbound.response-limit] a 2xx %s has taken effect', async (_, answer, shown) => {
  const { result, ...attempt } = await attemptAt(answer);
  expect(attempt).toMatchObject({ status: 'ok', code: undefined, transient: false, response_status: 200 });
  expect(result).toEqual({ unreadable: true, status: 200, ...shown });
});

const breaksOff =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status, { 'content-length': '100' }).write('{');
    setImmediate(() => response.destroy());
  };

it.each<[string, string, Answer]>([
  ...[300, 301, 302, 303, 304, 307, 308].map((status): [string, string, Answer] => [
    `${status}`,
    'redirect',
    (response) => response.writeHead(status, { location: '/elsewhere' }).end(),
  ]),
  ...[408, 500, 501, 502, 503, 504, 520, 599].map((status): [string, string, Answer] => [
    `${status}`,
    'host_error',
    (response) => json(response, status, {}),
  ]),
  ['502 of 2 MiB', 'host_error', (response) => response.writeHead(502).end(Buffer.alloc(2 * 1024 * 1024))],
  ['a 200 that breaks off', 'reset', breaksOff(200)],
  ['a 502 that breaks off', 'host_error', breaksOff(502)],
  ['a broken connection', 'reset', (response) => response.destroy()],
])(
  '[tool-call.in-doubt] [tool-call.answer-status] after %s the outcome is unknown',
  async (_, cause, answer) => {
    const attempt = await attemptAt(answer);
    expect(attempt).toMatchObject({ status: 'failed', code: 'outcome_unknown', cause, noEffect: false });
    expect(JSON.stringify(attempt.result)).toContain('may have taken effect');
  },
);

it.each<[string, Answer, boolean]>([
  ...[400, 401, 403, 404, 409, 410, 422, 425, 451].map((status): [string, Answer, boolean] => [
    `${status}`,
    (response) => json(response, status, { why: 'no' }),
    false,
  ]),
  ['400 that breaks off', breaksOff(400), false],
  ['429', (response) => json(response, 429, {}), true],
  ['503 with Retry-After', (response) => json(response, 503, {}, { 'retry-after': '1' }), true],
])('[tool-call.answer-status] after %s the call has failed', async (_, answer, noEffect) => {
  expect(await attemptAt(answer)).toMatchObject({ status: 'failed', code: 'host_error', noEffect });
});
