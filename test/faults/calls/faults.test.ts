import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { lapsingCalls, lapsingSeconds } from '../../support/lapsing-calls.ts';
import { storedCalls } from '../../support/lost-attempt.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const big = Buffer.alloc(2 * 1024 * 1024, 'a');
const gzipType = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
const jsonType = { 'content-type': 'application/json' };

it.each<[string, string, (response: ServerResponse, timeIsOver: () => void) => void]>([
  ['hangs', 'outcome_unknown', (_, timeIsOver) => timeIsOver()],
  [
    'hangs in the middle of its answer',
    'outcome_unknown',
    (response, timeIsOver) => response.writeHead(200, jsonType).write('{"a":', timeIsOver),
  ],
  ['resets the connection', 'outcome_unknown', (response) => response.destroy()],
  ['answers 500', 'outcome_unknown', (response) => json(response, 500, { oh: 'no' })],
  ['answers 429', 'host_error', (response) => json(response, 429, {}, { 'retry-after': '1' })],
  ['answers 404', 'host_error', (response) => json(response, 404, {})],
  ['redirects', 'outcome_unknown', (response) => json(response, 307, {}, { location: '/elsewhere' })],
  ['answers 304', 'outcome_unknown', (response) => response.writeHead(304).end()],
])(
  '[tool-call.status] [tool-call.retry.none] when the host %s the call is failed with %s, the model is told, and the run goes on',
  async (_, code, answer) => {
    const timeIsOver = lapsingCalls();
    host.answer = (_call, response) => answer(response, timeIsOver);
    const patches = [actingPatch('call', { timeout_seconds: lapsingSeconds })];
    const { client, thread } = await startActing(service, { host, patches });
    const run = await converse(client, thread, '/call call {}\n---\n/say told: {{last}}');
    expect(run.state).toBe('closed');
    expect(run.message?.content).toMatch(new RegExp(`^told: \\{"error":\\{"code":"${code}"`));
    expect(host.calls.map(({ path }) => path)).toEqual(['/call']);
    const [call] = await callsOf(client, run.id);
    expect(call).toMatchObject({
      status: 'failed',
      error: { code, message: expect.any(String) },
      result: { error: { code } },
      request: { method: 'POST', url: `${host.url}/call` },
    });
  },
);

it('[confirm.approve-fails] [tool-call.retry.none] an approved write to a host that hangs is sent once, and told to be in doubt', async () => {
  const timeIsOver = lapsingCalls();
  host.answer = () => timeIsOver();
  const patches = [actingPatch('pay', { timeout_seconds: lapsingSeconds, wired: { gate: 'confirm' } })];
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, '/call pay {}\n---\n/say {{last}}');
  await confirm(client, id, await pendingCall(client, thread));
  const run = await settled(client, id);
  expect(run.state).toBe('closed');
  expect(run.message?.content).toContain('may have taken effect');
  expect(host.calls).toHaveLength(1);
});

it.each<[string, (response: ServerResponse) => void, object]>([
  ['an object', (response) => json(response, 201, { id: 7 }), { id: 7 }],
  ['a list', (response) => json(response, 200, [1, 2]), { value: [1, 2] }],
  ['nothing', (response) => response.writeHead(204).end(), {}],
  [
    '2 MiB',
    (response) => response.writeHead(200, { 'content-length': big.length }).end(big),
    { unreadable: true, status: 200 },
  ],
  [
    'a stream of 2 MiB',
    (response) => response.writeHead(200, { 'transfer-encoding': 'chunked' }).end(big),
    { unreadable: true, status: 200 },
  ],
  [
    'invalid JSON',
    (response) => response.writeHead(200, jsonType).end('{"a":'),
    { unreadable: true, status: 200, text: '{"a":' },
  ],
  ['compressed JSON', (response) => response.writeHead(200, gzipType).end(gzipSync('{"a":1}')), { a: 1 }],
  [
    'text',
    (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('fine'),
    { text: 'fine' },
  ],
])(
  '[tool-call.status] [tool-call.unreadable] a host that answers %s makes it the result',
  async (_, answer, result) => {
    host.answer = (_call, response) => answer(response);
    const { client, thread } = await startActing(service, { host, patches: [actingPatch('call')] });
    const { id } = await converse(client, thread, '/call call {}');
    expect((await callsOf(client, id))[0]).toMatchObject({ status: 'ok', result });
  },
);

it('[tool-call.status] [tool-call.mark-last] without a connection a call is failed unmarked, and the run goes on', async () => {
  const { client, thread } = await startActing(service, { patches: [actingPatch('call')] });
  const { id, state } = await converse(client, thread, '/call call {}\n---\n/say went on');
  expect(state).toBe('closed');
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'no_connection' } }]);
  expect((await storedCalls(service.db, id))[0]).not.toHaveProperty('sending');
});

it('[tool-call.mark-last] arguments that do not fit the template fail the call clearly, and it was never marked', async () => {
  const long = 'x'.repeat(20_000);
  const request = { method: 'POST', path: '/pay', body: { all: '{{to}}'.repeat(60) } };
  const patches = [actingPatch('pay', { request } as never)];
  const { client, thread } = await startActing(service, { host, patches });
  const { id, state } = await converse(client, thread, `/call pay {"to":"${long}"}\n---\n/say {{last}}`);
  expect(state).toBe('closed');
  expect(await callsOf(client, id)).toMatchObject([{ status: 'failed', error: { code: 'invalid_args' } }]);
  expect((await storedCalls(service.db, id))[0]).not.toHaveProperty('sending');
  expect(host.calls).toEqual([]);
});
