import { beforeAll, expect, it } from 'vitest';
import type { RequestRecord } from '#contract/request.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { publishScripted } from '#clients/raw/conversation.ts';
import { type McpClient, ToolError } from '../../support/mcp/clients.ts';
import { payment, proposal, startMcpService } from '../../support/mcp/mcp-service.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(startMcpService);
let client: McpClient;
beforeAll(async () => {
  client = await mcp.client();
});

const unknown = '019a9f3e-2c40-7a91-9d37-d3f405162738';

async function errorOf(call: Promise<unknown>): Promise<ToolError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ToolError)) throw new Error('no tool error', { cause: error });
  return error;
}

it.each([
  ['send_message', {}, 'invalid_request', 'message'],
  ['send_message', { message: '  ' }, 'invalid_request', 'message'],
  ['send_message', { message: 'x'.repeat(32_001) }, 'invalid_request', 'message'],
  ['send_message', { message: 'Hello', wait: 31 }, 'invalid_request', 'wait'],
  ['send_message', { message: 'Hello', mesage: '' }, 'invalid_request', 'mesage'],
  [
    'send_message',
    { message: 'Hello', thread_id: unknown, new_conversation: true },
    'invalid_request',
    'thread_id',
  ],
  ['get_run', { run_id: 'mine' }, 'invalid_request', 'run_id'],
  ['confirm', { run_id: unknown, tool_call_id: unknown, decision: 'yes' }, 'invalid_decision', 'decision'],
  ['report_outcome', { run_id: unknown, tool_call_id: unknown, state: 'done' }, 'invalid_state', 'state'],
])('[mcp.server.errors] %s with %j is refused with %s, which names %s', async (name, args, code, path) => {
  const error = await errorOf(client.call(name, args));
  expect(error.code).toBe(code);
  expect(error.details).toMatchObject([{ path }]);
});

it('[mcp.server.errors] what a run does not wait for is refused as it is over the API', async () => {
  const { run_id } = await client.call('send_message', { message: 'Hello' });
  const ids = { run_id, tool_call_id: unknown };
  expect((await errorOf(client.call('confirm', { ...ids, decision: 'approve' }))).code).toBe(
    'not_awaiting_confirmation',
  );
  expect((await errorOf(client.call('report_outcome', { ...ids, state: 'failed' }))).code).toBe(
    'not_awaiting_outcome',
  );
  const own = await mcp.client();
  const held = await own.call('send_message', { message: payment });
  const refused = await errorOf(own.call('send_message', { message: 'Hurry' }));
  expect([refused.code, refused.details]).toEqual([
    'awaiting_confirmation',
    { run_id: held.run_id, tool_call_id: held.pending?.tool_call_id },
  ]);
  const beside = await own.call('send_message', { message: '/say Sunny', while_held: 'beside' });
  expect(beside.reply).toBe('Sunny');
  expect((await own.call('get_run', { run_id: held.run_id })).pending?.tool_call_id).toBe(
    held.pending?.tool_call_id,
  );
  const other = { run_id: held.run_id, tool_call_id: unknown, decision: 'approve' };
  expect((await errorOf(own.call('confirm', other))).code).toBe('unknown_confirmation');
  const proposed = await (await mcp.client()).call('send_message', { message: proposal });
  expect(proposed.state).toBe('awaiting_outcome');
});

it('[mcp.server.errors] an empty balance is an error that a model can read', async () => {
  const poor = await mcp.service.workspace({ credits: 0 });
  const agent = await publishScripted(poor.client);
  const token = mcp.tokens.grant({ workspace_id: poor.id, agent_id: agent.id });
  const poorClient = await mcp.client({ token, url: mcp.urlOf(agent.id) });
  expect(await poorClient.callRaw('send_message', { message: 'Hello' })).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: expect.stringContaining('"code":"insufficient_credits"') }],
  });
});

it('[mcp.server.errors] an archived agent starts no conversation, and continues those that it has', async () => {
  const agent = await publishScripted(mcp.owner.client, { key: 'archived' });
  const [token, late] = [mcp.grant({ agent_id: agent.id }), mcp.grant({ agent_id: agent.id })];
  const url = mcp.urlOf(agent.id);
  const early = await mcp.client({ token, url });
  const { thread_id } = await early.call('send_message', { message: 'Hello' });
  await mcp.owner.client.post(`/v1/agents/${agent.id}/archive`);
  expect((await early.call('send_message', { message: 'Again' })).thread_id).toBe(thread_id);
  const again = { message: 'Hello', new_conversation: true };
  expect((await errorOf(early.call('send_message', again))).code).toBe('agent_archived');
  const newcomer = await mcp.client({ token: late, url });
  expect((await errorOf(newcomer.call('send_message', { message: 'Hello' }))).code).toBe('agent_archived');
});

it('a run that fails says why', async () => {
  const run = await client.call('send_message', {
    message: '/bad\n---\n/bad\n---\n/bad\n---\n/bad',
    new_conversation: true,
  });
  expect(run).toMatchObject({ state: 'failed', terminal: true, error: { code: 'invalid_args' } });
});

it('[mcp.server.idempotent] a call that is repeated under its key starts one run, and shows it', async () => {
  const own = await mcp.client();
  const options = { idempotencyKey: 'once' };
  const first = await own.call('send_message', { message: payment, wait: 0 }, options);
  const again = await own.call('send_message', { message: payment, wait: 30 }, options);
  expect([again.run_id, again.state]).toEqual([first.run_id, 'awaiting_input']);
  const records = async () =>
    (await mcp.owner.client.get<RequestRecord[]>(`/v1/requests?run_id=${first.run_id}`)).data;
  await waitUntil(async () => (await records()).length === 2, {
    timeoutMs: 60_000,
    what: 'they are recorded',
  });
  expect((await records()).map(({ replayed }) => replayed)).toEqual([true, false]);

  const decision = { run_id: first.run_id, tool_call_id: again.pending?.tool_call_id, decision: 'approve' };
  const decided = { idempotencyKey: 'decided' };
  const calls = mcp.host.calls.length;
  const done = await own.call('confirm', decision, decided);
  expect(await own.call('confirm', decision, decided)).toEqual(done);
  expect(mcp.host.calls).toHaveLength(calls + 1);
});

it('[mcp.server.idempotent] of calls with one key at the same time one starts a run', async () => {
  const own = await mcp.client();
  const calls = await Promise.allSettled(
    Array.from(
      { length: 5 },
      async () => await own.call('send_message', { message: 'Hello' }, { idempotencyKey: 'together' }),
    ),
  );
  const runs = calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value.run_id] : []));
  expect(new Set(runs).size).toBe(1);
  const codes = calls.flatMap((call) =>
    call.status === 'rejected' ? [(call.reason as ToolError).code] : [],
  );
  expect(new Set([...codes, 'idempotency_in_flight']).size).toBe(1);
});

it('[mcp.server.idempotent] a key is for one call of one grant', async () => {
  const [own, other] = [await mcp.client(), await mcp.client()];
  const options = { idempotencyKey: 'mine' };
  const first = await own.call('send_message', { message: 'Hello' }, options);
  const changed = await errorOf(own.call('send_message', { message: 'Goodbye' }, options));
  expect(changed.code).toBe('idempotency_key_reuse');
  expect((await other.call('send_message', { message: 'Hello' }, options)).run_id).not.toBe(first.run_id);
  const long = await errorOf(
    own.call('send_message', { message: 'Hello' }, { idempotencyKey: 'k'.repeat(256) }),
  );
  expect(long.code).toBe('invalid_idempotency_key');
});
