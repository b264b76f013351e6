import { beforeAll, expect, it } from 'vitest';
import type { UIMessage } from 'ai';
import { settled, startThread } from '#clients/raw/conversation.ts';
import { callIn, chatOn, lastOf, textOf } from '../../support/chat.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { perFile } from '../../support/per-file.ts';

const service = sharedService();
const host = perFile(startHost);
let workspace: TestWorkspace;
let agent: string;
beforeAll(async () => {
  workspace = await service.workspace({ subject: 'ada' });
  const pay = actingPatch('pay', {
    input_schema: { type: 'object', properties: { amount: { type: 'number' }, secret: { type: 'string' } } },
    redact: { args: ['/secret'], result: [] },
    wired: { gate: 'confirm' },
  });
  const sign = actingPatch('sign', { interaction: 'proposed_action' });
  agent = (await publishActing(workspace.client, host, [pay, actingPatch('look'), sign])).id;
});

const open = (threadId: string) =>
  chatOn({
    baseUrl: service.baseUrl,
    headers: { authorization: `Bearer ${workspace.apiKey}`, 'service-subject': 'ada' },
    threadId,
  });
const historyOf = async (thread: string) =>
  (await workspace.client.get<{ messages: UIMessage[] }>(`/v1/loom/threads/${thread}/chat`)).data.messages;
/** The messages that a client of the AI SDK has read of the stream, as JSON. */
const readBy = ({ messages }: { messages: UIMessage[] }): UIMessage[] => JSON.parse(JSON.stringify(messages));
/** The client makes ids of its own for what its user writes, and knows until when something waited. */
const comparable = (messages: UIMessage[]) =>
  messages.map(({ id, role, parts, metadata }) =>
    role === 'user'
      ? { role, parts }
      : { id, metadata, parts: parts.map((part) => ({ ...part, ...withoutWait(part) })) },
  );
const withoutWait = (part: UIMessage['parts'][number]) => {
  if (!('toolCallId' in part)) return {};
  const { kind, patch_ref } = part.toolMetadata ?? {};
  const { descriptor: _, ...approval } = part.approval ?? {};
  return { toolMetadata: { kind, patch_ref }, ...(part.approval && { approval }) };
};
/** The same run, as a client reads it that follows it from its start. */
const reread = async (thread: string): Promise<UIMessage[]> => {
  const chat = open(thread);
  await chat.resumeStream();
  return readBy(chat);
};
const callIdsIn = ({ parts }: UIMessage) =>
  parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : []));
const approvalIn = ({ parts }: UIMessage) => parts.find(({ type }) => type === 'data-approval');

it('[chat.loaded] the history of a thread is what a client of the AI SDK has read of its streams', async () => {
  const thread = await startThread(workspace.client, agent);
  const chat = open(thread);
  await chat.sendMessage({ text: '/say One.\n/call look {"n":1}\n---\n/say Two.' });
  await chat.sendMessage({ text: '/call ask_user {"question":"When?"}\n---\n/say {{last}}' });
  const { toolCallId } = callIn(lastOf(chat), 'ask_user');
  await chat.addToolOutput({ tool: 'ask_user', toolCallId, output: 'Now' });
  await chat.sendMessage();
  await chat.sendMessage({
    text: '/call sign {"amount":"x"}\n---\n/call sign {"amount":1}\n---\n/say Signed.',
  });
  const [, signed = ''] = callIdsIn(lastOf(chat));
  await chat.addToolOutput({ tool: 'sign', toolCallId: signed, output: { ticket: 7 } });
  await chat.sendMessage();
  await chat.sendMessage({ text: 'Hello' });
  expect(chat.error).toBeUndefined();
  expect(comparable(await historyOf(thread))).toEqual(comparable(readBy(chat)));
});

it('[chat.loaded] [chat.approval] an approved write keeps what it is, who approved it and what came of it, in the stream and in the history', async () => {
  const thread = await startThread(workspace.client, agent);
  const chat = open(thread);
  await chat.sendMessage({ text: '/say Paying.\n/call pay {"amount":5,"secret":"s3cret"}\n---\n/say Paid.' });
  const { toolCallId } = callIn(lastOf(chat), 'pay');
  expect(approvalIn(lastOf(chat))).toMatchObject({
    id: toolCallId,
    data: { status: 'held', summary: { title: 'Does pay.' }, digest: expect.any(String), decisions: [] },
  });
  // Calls that wait are in the history, for a page without a stream.
  expect(comparable(await historyOf(thread))).toEqual(comparable(readBy(chat)));
  await chat.addToolApprovalResponse({ id: toolCallId, approved: true, reason: 'Known' });
  await chat.sendMessage();
  expect(textOf(lastOf(chat))).toBe('Paying.|Paid.');
  const [, reply] = await historyOf(thread);
  const done = {
    status: 'done',
    summary: { title: 'Does pay.' },
    args: { amount: 5, secret: '[redacted]' },
    decisions: [{ decision: 'approve', actor: 'ada', via: 'api_key', detail: { reason: 'Known' } }],
  };
  for (const message of [lastOf(chat), reply]) {
    expect(message && approvalIn(message)).toMatchObject({ id: toolCallId, data: done });
  }
  expect(JSON.stringify(reply)).not.toContain('s3cret');
  expect(reply && callIn(reply, 'pay')).toMatchObject({
    state: 'output-available',
    approval: { approved: true },
  });
});

it('[chat.loaded] [chat.approval] a rejected write, one that nobody decided on and one that the host refused say so', async () => {
  const thread = await startThread(workspace.client, agent);
  const chat = open(thread);
  await chat.sendMessage({ text: '/call pay {"amount":1}\n/call pay {"amount":2}\n---\n/say Over.' });
  const [first, second] = callIdsIn(lastOf(chat));
  await chat.addToolApprovalResponse({ id: first ?? '', approved: false, reason: 'Too much' });
  await chat.sendMessage();
  const { run_id } = lastOf(chat).metadata as { run_id: string };
  await workspace.client.post(`/v1/loom/runs/${run_id}/cancel`, {});
  await settled(workspace.client, run_id);
  const [, reply] = await historyOf(thread);
  const data = reply?.parts.flatMap((part) =>
    part.type === 'data-approval' && 'data' in part ? [part.data] : [],
  );
  expect(data).toMatchObject([
    {
      tool_call_id: first,
      status: 'rejected',
      decisions: [{ decision: 'reject', detail: { reason: 'Too much' } }],
    },
    { tool_call_id: second, status: 'failed', error: { code: 'cancelled' }, decisions: [] },
  ]);
  expect(reply?.metadata).toMatchObject({ state: 'closed', reason: 'cancelled' });
});

it('[chat.loaded] a run that works now is in its stream, and a thread of others is not found', async () => {
  const thread = await startThread(workspace.client, agent);
  const chat = open(thread);
  const sending = chat.sendMessage({ text: '/say One.\n/sleep 2000\n/say Two.' });
  await expect.poll(async () => (await historyOf(thread)).length).toBe(1);
  expect(await reread(thread)).toMatchObject([{ parts: [{ type: 'step-start' }, { type: 'text' }] }]);
  await sending;
  expect(await historyOf(thread)).toHaveLength(2);
  const others = await fetch(`${service.baseUrl}/v1/loom/threads/${thread}/chat`, {
    headers: { authorization: `Bearer ${workspace.apiKey}`, 'service-subject': 'bea' },
  });
  expect(others.status).toBe(404);
});
