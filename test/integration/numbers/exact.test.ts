import { expect, it } from 'vitest';
import { converse, settled } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, report, startActing, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);

const transfer = (key: string, parts = {}) =>
  actingPatch(key, {
    input_schema: {
      type: 'object',
      properties: { account: {}, amount: { type: 'number', multipleOf: 0.01 } },
    },
    ...parts,
  });

/** A body as a client wrote it, whose numbers no serializer has touched. */
async function sendText(client: ApiClient, path: string, body: string) {
  return await client.send('POST', path, { headers: { 'content-type': 'application/json' }, body });
}

it('[number.args] [number.decimal-multiples] a model calls with exact numbers, and is told of others and calls nothing', async () => {
  const acting = await startActing(service, { host, patches: [transfer('wire_args')] });
  const { id } = await converse(
    acting.client,
    acting.thread,
    [
      '/call wire_args {"account":2512292042121000001}',
      '/call wire_args {"account":1,"account":2}',
      '/call wire_args {"account":0.1234567890123456789}',
      '/call wire_args "{\\"account\\":1}"',
      '/call wire_args null',
      '/call wire_args {"__proto__":{"account":1}}',
      '/call wire_args {"account":12.50,"amount":19.99}',
      '---',
      '/say done',
    ].join('\n'),
  );
  await settled(acting.client, id);
  const calls = await callsOf(acting.client, id);
  expect(calls.map(({ error, status }) => error?.code ?? status)).toEqual([
    ...Array.from({ length: 6 }, () => 'invalid_args'),
    'ok',
  ]);
  expect(calls.map(({ error }) => error?.message)).toEqual([
    expect.stringContaining('account must be a number that a double'),
    expect.stringContaining('names a member twice'),
    expect.stringContaining('account must be a number that a double'),
    expect.stringContaining('encoded once'),
    expect.stringContaining('null'),
    expect.stringContaining('__proto__'),
    undefined,
  ]);
  const sent = host.calls.filter(({ path }) => path === '/wire_args');
  expect(sent.map(({ body }) => body)).toEqual([{ account: 12.5, amount: 19.99 }]);
});

it('[number.body] [body.repeated-member] a correction and an outcome say exactly what they say, or change nothing', async () => {
  const acting = await startActing(service, {
    host,
    patches: [transfer('wire_revised', { wired: { gate: 'confirm' } })],
  });
  const { client, thread } = acting;
  const { id: run } = await converse(client, thread, '/call wire_revised {"account":1}\n---\n/say done');
  const { pending_confirmation: pending } = await threadOf(client, thread);
  const call = pending?.tool_call_id ?? '';
  const revised = (args: string, more = '') => `{"tool_call_id":"${call}","args":${args}${more}}`;
  for (const [body, status, code] of [
    [revised('{"account":646180157000000004}'), 422, 'invalid_args'],
    [revised('{"account":1}', ',"detail":{"a":[1e400]}'), 422, 'invalid_request'],
    [revised('{"account":1,"accoun\\u0074":2}'), 400, 'invalid_json'],
    [revised(`{"account":[${Array.from({ length: 2001 }, () => '0').join()}]}`), 422, 'invalid_request'],
  ] as const) {
    const answer = await sendText(client, `/v1/loom/runs/${run}/revise`, body);
    expect([answer.status, answer.error.code]).toEqual([status, code]);
  }
  expect((await threadOf(client, thread)).pending_confirmation).toEqual(pending);
  const decided = await sendText(
    client,
    `/v1/loom/runs/${run}/revise`,
    revised('{"account":646180157000000000,"amount":100.00}'),
  );
  expect(decided.status).toBe(202);
  await settled(client, run);
  const sent = host.calls.filter(({ path }) => path === '/wire_revised');
  expect(sent.map(({ body }) => body)).toEqual([{ account: 646180157000000000, amount: 100 }]);
});

it('[number.body] [parts.most] the detail of an outcome has exact numbers, and at most 2,000 parts', async () => {
  const propose = actingPatch('wire_proposed', { interaction: 'proposed_action' });
  const { client, thread } = await startActing(service, { patches: [propose] });
  const { id: run } = await converse(client, thread, '/call wire_proposed {"amount":1}\n---\n/say {{last}}');
  const call = (await threadOf(client, thread)).pending_action?.tool_call_id ?? '';
  const inexact = `{"tool_call_id":"${call}","state":"occurred","detail":{"id":9007199254740993}}`;
  const answer = await sendText(client, `/v1/loom/runs/${run}/outcome`, inexact);
  expect(answer).toMatchObject({
    status: 422,
    error: { code: 'invalid_request', details: [{ path: 'detail.id', code: 'invalid_number' }] },
  });
  const large = await report(client, run, call, 'occurred', { list: Array.from({ length: 2000 }, () => 0) });
  expect(large).toMatchObject({
    status: 422,
    error: { code: 'invalid_request', details: [{ path: 'detail', code: 'too_many_parts' }] },
  });
  expect((await report(client, run, call, 'occurred', { amount: 19.99 })).status).toBe(202);
});

it('[number.result] the digits of a host stay what they are in the result and to the model', async () => {
  host.answer = (_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"reference":2512292042121000001,"amount":12.50}');
  };
  const { client, thread } = await startActing(service, {
    host,
    patches: [transfer('wire_result')],
  });
  const { id: run } = await converse(client, thread, '/call wire_result {"account":1}\n---\n/say {{last}}');
  const { message } = await settled(client, run);
  const result = { reference: '2512292042121000001', amount: 12.5 };
  expect(JSON.parse(message?.content ?? '')).toEqual(result);
  expect((await callsOf(client, run))[0]?.result).toEqual(result);
});
