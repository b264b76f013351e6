import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { definition } from '../../support/agents.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService('without-worker');
const client = perFile(async () => (await service.workspace()).client);
const json = { 'content-type': 'application/json' };
const valid = JSON.stringify(definition());
const mebibyte = 1024 * 1024;

const send = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  await client.send('POST', '/v1/agents', { headers, body });

it.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'APPLICATION/JSON',
])('a body of type %s is read', async (type) => {
  expect((await send(valid, { 'content-type': type })).status).toBeLessThan(300);
});

it.each<Record<string, string>>([
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/vnd.api+json' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'nonsense' },
  { 'content-type': '' },
])('[body.wrong-media-type] a body with $content-type is refused', async (headers) => {
  expect(verdict(await send(valid, headers))).toEqual([415, 'unsupported_media_type']);
});

it('[body.wrong-media-type] a compressed body is refused', async () => {
  const zipped = new Uint8Array(gzipSync(valid));
  const answer = await send(zipped, { ...json, 'content-encoding': 'gzip' });
  expect(verdict(answer)).toEqual([415, 'unsupported_media_type']);
});

it.each(['{', '{"key":}', 'key=a', '{"a":1}{', "{'a':1}", 'undefined', ' ', '[1,]', 'NaN', '\u{1}'])(
  '[body.malformed-json] %j is refused',
  async (body) => {
    const answer = await send(body);
    expect(verdict(answer)).toEqual([400, 'invalid_json']);
    expect(answer.error.message).toBe('The body is not valid JSON.');
  },
);

it('[body.too-large] a body of 1 MiB is read', async () => {
  const answer = await send(valid + ' '.repeat(mebibyte - valid.length));
  expect(answer.status).toBeLessThan(300);
});

it('[body.too-large] a body of a byte more than 1 MiB is refused', async () => {
  const answer = await send(valid + ' '.repeat(mebibyte - valid.length + 1));
  expect(verdict(answer)).toEqual([413, 'payload_too_large']);
});

it('[body.too-large] a body that does not say how long it is, is refused all the same', async () => {
  const chunk = new TextEncoder().encode(' '.repeat(mebibyte));
  const response = await fetch(`${service.baseUrl}/v1/agents`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${(await service.workspace()).apiKey}` },
    body: ReadableStream.from([chunk, chunk]),
    duplex: 'half',
  });
  expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
    413,
    'payload_too_large',
  ]);
});

it('[body.invalid] each field that is wrong is named, with what is wrong and a code', async () => {
  const answer = await client.post('/v1/agents', definition({ key: 'A', name: 7, limits: { max_turns: 0 } }));
  expect(answer.body).toEqual({
    status: 'error',
    error: {
      code: 'invalid_request',
      message: expect.stringMatching(/^key: /),
      details: [
        { path: 'key', message: expect.any(String), code: 'invalid_format' },
        { path: 'name', message: expect.any(String), code: 'invalid_type' },
        { path: 'limits.max_turns', message: expect.any(String), code: 'too_small' },
      ],
    },
  });
  expect(answer.status).toBe(422);
});

it('[body.invalid] a field that is missing is named', async () => {
  const { error } = await client.post('/v1/agents', { ...definition(), name: undefined });
  expect(error.details).toEqual([{ path: 'name', message: expect.any(String), code: 'invalid_type' }]);
});

it.each(['null', '[]', '"text"', '1', 'true'])('[body.invalid] %s is no body of an agent', async (body) => {
  const answer = await send(body);
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  expect(answer.error.details).toEqual([{ path: '', message: expect.any(String), code: 'invalid_type' }]);
});

it('[body.invalid] of very many faults the first hundred are told', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field${n}`, 1]));
  const { error } = await client.post('/v1/agents', definition(many));
  expect((error.details as { path: string }[]).map(({ path }) => path)).toEqual(
    Array.from({ length: 100 }, (_, n) => `field${n}`),
  );
});

it('[body.unknown-field] every field that is not known is named by its path', async () => {
  const answer = await client.post('/v1/agents', definition({ nmae: 1, limits: { max_turn: 1 }, $set: {} }));
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
  const unknown = { message: 'is not a known field', code: 'unrecognized_key' };
  expect(answer.error.details).toEqual([
    { path: 'limits.max_turn', ...unknown },
    { path: 'nmae', ...unknown },
    { path: '$set', ...unknown },
  ]);
});

it('[body.unknown-field] a request that takes no body takes no field', async () => {
  const { data } = await client.post<{ id: string }>('/v1/agents', definition());
  const answer = await client.post(`/v1/agents/${data.id}/archive`, { when: 'now' });
  expect(verdict(answer)).toEqual([422, 'invalid_request']);
});
