import { expect, it } from 'vitest';
import type { ConnectionTest } from '#contract/connection.ts';
import type { ListedTools } from '#contract/mcp-tool.ts';
import type { Patch } from '#contract/patch.ts';
import { callsOf, confirm, pendingCall, threadOf } from '../support/acting-run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { lapsingCalls, lapsingSeconds } from '../support/lapsing-calls.ts';
import { startMcpActing } from '../support/mcp/acting.ts';
import { startEverythingServer } from '../support/mcp/everything-server.ts';
import { importTools } from '../support/mcp/imports.ts';
import { startProxy } from '../support/proxy.ts';
import { createConnection } from '../support/connections.ts';
import { verdict } from '../support/verdict.ts';
import { perFile } from '../support/per-file.ts';
import { sharedService } from '../support/service.ts';

/** The stock server of the MCP project as a customer's. */

const service = sharedService();
const server = perFile(startEverythingServer);
const acting = perFile(
  async () =>
    await startMcpActing(service, server.url, {
      import: { prefix: 'all_' },
      wired: { 'get-env': { gate: 'confirm' }, 'get-sum': { gate: 'confirm' } },
    }),
);

const called = async (script: string) => {
  const { client, thread } = acting;
  const run = await converse(client, thread, script);
  return { run, calls: await callsOf(client, run.id) };
};

it('[mcp-connection.test] says what it is', async () => {
  const { data } = await acting.client.post<ConnectionTest>(`/v1/connections/${acting.connection}/test`);
  expect(data).toMatchObject({ ok: true, mcp: { protocol_version: '2025-11-25', tools: 13 } });
});

it('[mcp-connection.import] all its tools are imported, and stay what they are', async () => {
  const again = await importTools(acting.client, acting.connection, { prefix: 'all_' });
  expect(again).toHaveLength(13);
  expect(again.filter(({ changed, error }) => changed || error !== undefined)).toEqual([]);
  const { data } = await acting.client.get<Patch>('/v1/patches/all_get_sum@1');
  expect(data).toMatchObject({
    description: 'Returns the sum of two numbers',
    input_schema: { type: 'object', required: ['a', 'b'] },
    risk: { base: 'low' },
    summary: {
      title: 'Get Sum Tool',
      fields: [
        { label: 'a', value: '{{a}}' },
        { label: 'b', value: '{{b}}' },
      ],
    },
  });
});

it('[mcp-connection.tools] all its tools are listed with what an import would propose, and nothing is published', async () => {
  const { client } = await service.workspace();
  const { id } = await createConnection(client, { name: 'all', type: 'mcp', base_url: server.url });
  const { status, data } = await client.get<ListedTools>(`/v1/connections/${id}/tools`);
  expect([status, data.connection_id, data.tools.length]).toEqual([200, id, 13]);
  expect(data.tools.find(({ name }) => name === 'get-sum')).toEqual({
    name: 'get-sum',
    description: 'Returns the sum of two numbers',
    key: 'get_sum',
    proposed: expect.objectContaining({ risk: { base: 'low' } }),
  });
  expect((await client.get<Patch[]>('/v1/patches')).data.filter(({ mcp }) => mcp !== undefined)).toEqual([]);

  const other = await service.workspace();
  expect(verdict(await other.client.get(`/v1/connections/${id}/tools`))).toEqual([404, 'not_found']);
  const http = await createConnection(client, { name: 'http', base_url: server.url });
  expect(verdict(await client.get(`/v1/connections/${http.id}/tools`))).toEqual([422, 'invalid_request']);
});

it('[mcp-connection.result] an agent calls them, and is told of every kind of content', async () => {
  const { run, calls } = await called(
    [
      '/call all_echo {"message":"Grüße"}',
      '/call all_get_structured_content {"location":"Chicago"}',
      '/call all_get_tiny_image {}',
      '/call all_get_resource_links {"count":1}',
      '/call all_get_resource_reference {"resourceType":"Text","resourceId":1}',
      '/call all_get_annotated_message {"messageType":"error","includeImage":true}',
    ].join('\n'),
  );
  expect(run.state).toBe('closed');
  expect(calls.map(({ status, error }) => error?.code ?? status)).toEqual(Array(6).fill('ok'));
  const [echo, structured, image, link, resource, annotated] = calls.map(({ result }) => result);
  expect(echo).toEqual({ text: 'Echo: Grüße' });
  expect(structured).toMatchObject({ temperature: expect.any(Number), conditions: expect.any(String) });
  expect(JSON.stringify(image)).toMatch(/"type":"image","mime_type":"image\/png","bytes":\d+,"omitted":true/);
  expect(JSON.stringify(link)).toContain('"type":"resource_link"');
  expect(JSON.stringify(resource)).toContain('"type":"resource","uri":"demo://');
  expect(JSON.stringify(annotated)).toContain('"type":"image"');
  expect(run.message?.content.length).toBeLessThan(5000);
});

it('[tool-call.args.invalid] its schemas hold: arguments that do not fit are not sent', async () => {
  const { calls } = await called('/call all_get_structured_content {"location":"Rome"}\n---\n/say no');
  expect(calls).toMatchObject([{ status: 'failed', error: { code: 'invalid_args' } }]);
});

it('[mcp-connection.call] [confirm.executes-what-was-shown] one of them behind a gate is called as it was shown, once it is approved', async () => {
  const { client, thread } = acting;
  const { run } = await called('/call all_get_sum {"a":17,"b":4}\n---\n/say {{last}}');
  expect(run.state).toBe('awaiting_input');
  expect((await threadOf(client, thread)).pending_confirmation).toMatchObject({
    patch_ref: 'all_get_sum@1',
    summary: {
      title: 'Get Sum Tool',
      fields: [
        { label: 'a', value: '17' },
        { label: 'b', value: '4' },
      ],
    },
  });
  expect((await confirm(client, run.id, await pendingCall(client, thread))).status).toBe(202);
  const ended = await settled(client, run.id);
  expect(ended.message?.content).toBe('{"text":"The sum of 17 and 4 is 21."}');
  expect(await callsOf(client, run.id)).toMatchObject([
    { gate: 'confirm', status: 'ok', decision: { decision: 'approve' } },
  ]);
});

it('[mcp-connection.bounded] a long operation that reports progress ends at the time-out of its patch', async () => {
  const timeIsOver = lapsingCalls();
  // The only sign that the server has been called.
  const { port } = new URL(server.url);
  const proxy = await startProxy({ host: '127.0.0.1', port: Number(port) }, (incoming, outgoing) => {
    outgoing.pipe(incoming);
    incoming.on('data', (bytes: Buffer) =>
      outgoing.write(bytes, () => {
        if (bytes.includes('"tools/call"')) timeIsOver();
      }),
    );
  });
  const short = await startMcpActing(service, server.url.replace(port, String(proxy.port)), {
    import: {
      tools: ['trigger-long-running-operation'],
      overrides: {
        'trigger-long-running-operation': {
          timeout_seconds: lapsingSeconds,
          reliability: { idempotent: false, retry: 'none' },
        },
      },
    },
  });
  const script = '/call trigger_long_running_operation {"duration":60,"steps":600}\n---\n/say {{last}}';
  const run = await converse(short.client, short.thread, script);
  expect(await callsOf(short.client, run.id)).toMatchObject([
    { status: 'failed', error: { code: 'outcome_unknown' } },
  ]);
  expect(run.message?.content).toContain('may have taken effect');
  await proxy.cut();
});
