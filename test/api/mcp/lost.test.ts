import { beforeEach, expect, it } from 'vitest';
import { erase, erased } from '../../support/erasures.ts';
import { messagesOf } from '#clients/raw/conversation.ts';
import { forgetResponses } from '../../support/idempotency.ts';
import type { McpClient } from '../../support/mcp/clients.ts';
import { payment, startMcpService } from '../../support/mcp/mcp-service.ts';
import { perFile } from '../../support/per-file.ts';

const mcp = perFile(startMcpService);
let client: McpClient;
beforeEach(async () => {
  client = await mcp.client();
});
const options = { idempotencyKey: 'once' };

it.each([
  ['a new conversation', true],
  ['the conversation that was used last', false],
])(
  '[mcp.server.idempotent] a message for %s is found after its process died',
  async (_, new_conversation) => {
    await client.call('send_message', { message: 'Before' });
    const args = { message: 'Hello', new_conversation };
    const first = await client.call('send_message', args, options);
    await forgetResponses(mcp.service.db);
    // Meanwhile the grant uses another conversation.
    await client.call('send_message', { message: 'Elsewhere', new_conversation: true });
    const again = await client.call('send_message', args, options);
    expect(again).toEqual(first);
    const messages = await messagesOf(mcp.owner.client.as('ada'), first.thread_id);
    expect(messages.filter(({ content }) => content === 'Hello')).toHaveLength(1);
  },
);

it('[mcp.server.idempotent] a decision is found after its process died', async () => {
  const calls = mcp.host.calls.length;
  const held = await client.call('send_message', { message: payment });
  const args = { run_id: held.run_id, tool_call_id: held.pending?.tool_call_id, decision: 'approve' };
  const first = await client.call('confirm', args, options);
  await forgetResponses(mcp.service.db);
  expect(await client.call('confirm', args, options)).toEqual(first);
  expect(mcp.host.calls).toHaveLength(calls + 1);
});

it('[mcp.server.send-message] a conversation that was announced and never created is created by the next message', async () => {
  const token = mcp.grant();
  const { grant_id } = mcp.tokens.accessOf(token);
  const thread_id = '019a9f3e-2c40-7a91-9d37-d3f405162738';
  await mcp.service.db.mcp_conversations.insertOne({ _id: grant_id, thread_id });
  const own = await mcp.client({ token });
  expect((await own.call('send_message', { message: 'Hello' })).thread_id).toBe(thread_id);
});

it('[erasure.everything] erasing a subject erases its conversations, and its next message starts a new one', async () => {
  const token = mcp.grant({ subject_ref: 'eve' });
  const own = await mcp.client({ token });
  const first = await own.call('send_message', { message: 'Hello' });
  const { data: erasure } = await erase(mcp.owner.client, 'eve');
  await erased(mcp.owner.client, erasure.id);
  expect(await mcp.service.db.mcp_conversations.countDocuments({ thread_id: first.thread_id })).toBe(0);
  expect((await own.call('send_message', { message: 'Hello' })).thread_id).not.toBe(first.thread_id);
});
