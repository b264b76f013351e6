import { beforeAll, expect, it } from 'vitest';
import type { Thread } from '#contract/thread.ts';
import { messagesOf, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { callIn, chatOn, lastOf, linesOf, textOf } from '../../support/chat.ts';
import { sharedService, type TestWorkspace } from '../../support/service.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { perFile } from '../../support/per-file.ts';

const service = sharedService();
const host = perFile(startHost);
let workspace: TestWorkspace;
let agent: string;
let acting: string;
beforeAll(async () => {
  workspace = await service.workspace({ subject: 'ada' });
  agent = (
    await publishScripted(workspace.client, { patches: [{ ref: 'ask_user@1' }, { ref: 'update_plan@1' }] })
  ).id;
  const pay = actingPatch('pay', {
    input_schema: { type: 'object', properties: { amount: { type: 'number' }, secret: { type: 'string' } } },
    redact: { args: ['/secret'], result: [] },
    wired: { gate: 'confirm' },
  });
  const wire = actingPatch('wire', { wired: { gate: { type: 'confirm', approvals: 2 } } });
  acting = (await publishActing(workspace.client, host, [pay, wire])).id;
});

const headers = () => ({ authorization: `Bearer ${workspace.apiKey}`, 'service-subject': 'ada' });
const open = (threadId: string, more: object = {}) =>
  chatOn({ baseUrl: service.baseUrl, headers: headers(), threadId, ...more });
const send = async (threadId: string, body: object, more: Record<string, string> = {}) =>
  await fetch(`${service.baseUrl}/v1/loom/threads/${threadId}/chat`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });
const userSays = (text: string, id = 'u1') => ({
  messages: [{ id, role: 'user', parts: [{ type: 'text', text }] }],
});
const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: { code: string } }).error.code,
];

it('[chat.stream] [chat.access] a client of the AI SDK talks with an agent', async () => {
  const thread = await startThread(workspace.client, agent);
  const chat = open(thread);
  await chat.sendMessage({ text: '/say One.\n/call update_plan {"steps":[]}\n---\n/say Two.' });
  expect([chat.status, chat.error]).toEqual(['ready', undefined]);
  expect(linesOf(lastOf(chat))).toEqual(['One.', 'Two.']);
  expect(callIn(lastOf(chat), 'update_plan')).toMatchObject({
    state: 'output-available',
    providerExecuted: true,
  });
  const [, reply] = await messagesOf(workspace.client, thread);
  expect(lastOf(chat).metadata).toMatchObject({
    thread_id: thread,
    run_id: reply?.run_id,
    message_id: reply?.id,
    state: 'closed',
    reason: 'finished',
  });
  await chat.sendMessage({ text: 'Hello' });
  expect(textOf(lastOf(chat))).toBe('You said: Hello');
  expect(chat.messages).toHaveLength(4);
});

it('[chat.stream] the response is the stream of the protocol, to its end', async () => {
  const thread = await startThread(workspace.client, agent);
  const response = await send(thread, userSays('Hello'));
  expect(response.status).toBe(200);
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await response.text()).toMatch(/^data: \{"type":"start".*\n\ndata: \[DONE\]\n\n$/s);
});

it('[chat.once] a message that is sent again, at once or later, counts once', async () => {
  const thread = await startThread(workspace.client, agent);
  const first = await (await send(thread, userSays('Hello'))).text();
  const again = await send(thread, userSays('Hello'));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await again.text()).toBe(first);
  expect(await messagesOf(workspace.client, thread)).toHaveLength(2);
  expect(await codeOf(await send(thread, userSays('Other')))).toEqual([422, 'idempotency_key_reuse']);
  const keyed = { 'idempotency-key': 'mine' };
  await (await send(thread, userSays('Hello', 'u2'), keyed)).text();
  await (await send(thread, userSays('Hello', 'u2'), keyed)).text();
  expect(await messagesOf(workspace.client, thread)).toHaveLength(4);
});

it('[chat.result] a question is answered by its output, or by a text', async () => {
  const thread = await startThread(workspace.client, agent);
  const chat = open(thread);
  const script =
    '/say When?\n/call ask_user {"question":"When?"}\n---\n/say {{last}}\n/call ask_user {"question":"Sure?"}\n---\n/say {{last}}';
  await chat.sendMessage({ text: script });
  const asked = callIn(lastOf(chat), 'ask_user');
  expect(asked).toMatchObject({
    state: 'input-available',
    input: { question: 'When?' },
    providerExecuted: false,
  });
  await chat.addToolOutput({ tool: 'ask_user', toolCallId: asked.toolCallId, output: 'Tomorrow' });
  await chat.sendMessage();
  expect(chat.error).toBeUndefined();
  expect(textOf(lastOf(chat))).toBe('When?|{"answer":"Tomorrow"}');
  expect(callIn(lastOf(chat), 'ask_user')).toMatchObject({
    state: 'output-available',
    output: { answer: 'Tomorrow' },
  });
  const states = lastOf(chat).parts.flatMap((part) => (part.type === 'tool-ask_user' ? [part.state] : []));
  expect(states).toEqual(['output-available', 'input-available']);
  await chat.sendMessage({ text: 'Yes' });
  expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(textOf(lastOf(chat))).toBe('{"answer":"Yes"}');
});

it('[chat.decision] [chat.same-view] a held call is shown as its thread shows it, and is carried out when it is approved', async () => {
  const thread = await startThread(workspace.client, acting);
  const chat = open(thread);
  await chat.sendMessage({ text: '/say Paying.\n/call pay {"amount":5,"secret":"s3cret"}\n---\n/say Paid.' });
  const held = callIn(lastOf(chat), 'pay');
  const { data } = await workspace.client.get<Thread>(`/v1/loom/threads/${thread}`);
  expect(held).toMatchObject({
    state: 'approval-requested',
    input: { amount: 5, secret: '[redacted]' },
    approval: { id: held.toolCallId, descriptor: data.pending_confirmation },
  });
  expect(JSON.stringify(chat.messages.slice(1))).not.toContain('s3cret');
  await chat.addToolApprovalResponse({ id: held.toolCallId, approved: true });
  await chat.sendMessage();
  expect(chat.error).toBeUndefined();
  expect(callIn(lastOf(chat), 'pay')).toMatchObject({
    state: 'output-available',
    approval: { approved: true },
  });
  expect(textOf(lastOf(chat))).toBe('Paying.|Paid.');
  expect(host.calls.filter(({ body }) => JSON.stringify(body).includes('s3cret'))).toHaveLength(1);
});

it('[chat.decision.several] calls that are held together have an approval each, and are decided one by one or all at once', async () => {
  const thread = await startThread(workspace.client, acting);
  const chat = open(thread);
  await chat.sendMessage({
    text: '/call pay {"amount":71}\n/call pay {"amount":72}\n/call pay {"amount":73}\n---\n/say Paid.',
  });
  const parts = () => lastOf(chat).parts.flatMap((part) => (part.type === 'tool-pay' ? [part] : []));
  const states = () => parts().map(({ state }) => state);
  const [first, second, third] = parts().map(({ toolCallId }) => toolCallId);
  expect(states()).toEqual(Array.from({ length: 3 }, () => 'approval-requested'));
  await chat.addToolApprovalResponse({ id: second ?? '', approved: true });
  await chat.sendMessage();
  expect([chat.error, chat.status]).toEqual([undefined, 'ready']);
  expect(states()).toEqual(['approval-requested', 'output-available', 'approval-requested']);
  await chat.addToolApprovalResponse({ id: first ?? '', approved: false });
  await chat.addToolApprovalResponse({ id: third ?? '', approved: true });
  await chat.sendMessage();
  expect(chat.error).toBeUndefined();
  expect(states()).toEqual(['output-denied', 'output-available', 'output-available']);
  expect(textOf(lastOf(chat))).toBe('Paid.');
});

it('[chat.decision.digest] an approval of something else, or of nothing, changes nothing', async () => {
  const thread = await startThread(workspace.client, acting);
  const chat = open(thread);
  await chat.sendMessage({ text: '/call pay {"amount":6}' });
  const { toolCallId } = callIn(lastOf(chat), 'pay');
  const approve = async (descriptor?: object) =>
    await codeOf(
      await send(thread, {
        messages: [
          {
            id: 'a',
            role: 'assistant',
            parts: [
              {
                type: 'tool-pay',
                state: 'approval-responded',
                approval: { id: toolCallId, approved: true, descriptor },
              },
            ],
          },
        ],
      }),
    );
  expect(await approve()).toEqual([422, 'invalid_request']);
  expect(await approve({ digest: `sha-256=:${'A'.repeat(43)}=:` })).toEqual([409, 'stale_confirmation']);
  expect(await codeOf(await send(thread, userSays('Go on')))).toEqual([422, 'awaiting_confirmation']);
  const beside = await send(thread, { ...userSays('/say Sunny'), while_held: 'beside' });
  expect(await beside.text()).toContain('Sunny');
  const { data } = await workspace.client.get<Thread>(`/v1/loom/threads/${thread}`);
  expect(data.pending_confirmation?.tool_call_id).toBe(toolCallId);
  await chat.addToolApprovalResponse({ id: toolCallId, approved: false, reason: 'Too much' });
  await chat.sendMessage();
  expect(callIn(lastOf(chat), 'pay')).toMatchObject({
    state: 'output-denied',
    approval: { reason: 'Too much' },
  });
});

it('[chat.decision.still-held] a call that needs two approvals is asked for again after the first, which is shown', async () => {
  const thread = await startThread(workspace.client, acting);
  const as = (actor: string) => open(thread, { headers: { ...headers(), 'service-actor': actor } });
  const [mo, noor] = [as('mo'), as('noor')];
  await mo.sendMessage({ text: '/call wire {"amount":7}\n---\n/say Sent.' });
  const { toolCallId } = callIn(lastOf(mo), 'wire');
  await noor.resumeStream();
  for (const chat of [mo, noor]) await chat.addToolApprovalResponse({ id: toolCallId, approved: true });
  await mo.sendMessage();
  const given = [{ actor: 'mo', via: 'api_key', at: expect.any(String) }];
  expect(callIn(lastOf(mo), 'wire')).toMatchObject({
    state: 'approval-requested',
    approval: { id: toolCallId, descriptor: { approvals: { required: 2, given } } },
  });
  await noor.sendMessage();
  expect([noor.error, textOf(lastOf(noor))]).toEqual([undefined, 'Sent.']);
  expect(callIn(lastOf(noor), 'wire')).toMatchObject({ state: 'output-available' });
});

it('[chat.resume] [chat.disconnect] a client that is cut off in mid-stream resumes, and has everything once', async () => {
  const thread = await startThread(workspace.client, agent);
  const cut = cutAfter('text-delta');
  const chat = open(thread, { fetch: cut });
  await chat.sendMessage({
    text: '/say One two three.\n/sleep 300\n/say Four.\n/call update_plan {"steps":[]}\n---\n/say Five.',
  });
  expect(chat.status).toBe('error');
  await chat.resumeStream();
  expect([chat.status, chat.error]).toEqual(['ready', undefined]);
  expect(chat.messages).toHaveLength(2);
  const [, reply] = await messagesOf(workspace.client, thread);
  expect(linesOf(lastOf(chat))).toEqual(reply?.content.split(/\n+/));
});

it('[chat.resume] without an open run there is nothing to resume, and a run that has ended can be asked for', async () => {
  const thread = await startThread(workspace.client, agent);
  const chat = open(thread);
  await chat.sendMessage({ text: 'Hello' });
  const stream = `${service.baseUrl}/v1/loom/threads/${thread}/chat/stream`;
  const nothing = await fetch(stream, { headers: headers() });
  expect([nothing.status, await nothing.text()]).toEqual([204, '']);
  const { run_id } = lastOf(chat).metadata as { run_id: string };
  const again = await fetch(`${stream}?run_id=${run_id}`, { headers: headers() });
  expect(await again.text()).toContain('"delta":"You said: Hello"');
});

it('[chat.disconnect] a run is stopped by cancelling it, which its clients see', async () => {
  const thread = await startThread(workspace.client, agent);
  const chat = open(thread);
  const sent = chat.sendMessage({ text: '/say One\n/sleep 60000\n/say Two' });
  await expect.poll(() => chat.messages.length, { timeout: 30_000 }).toBe(2);
  const { run_id } = lastOf(chat).metadata as { run_id: string };
  await workspace.client.post(`/v1/loom/runs/${run_id}/cancel`);
  await sent;
  expect(lastOf(chat).metadata).toMatchObject({ reason: 'cancelled' });
  expect((await settled(workspace.client, run_id)).state).toBe('closed');
});

it('[chat.access] the threads of others do not exist, for requests and streams', async () => {
  const thread = await startThread(workspace.client, agent);
  const other = { ...headers(), 'service-subject': 'eve' };
  expect(await codeOf(await send(thread, userSays('Hello'), other))).toEqual([404, 'not_found']);
  const stream = await fetch(`${service.baseUrl}/v1/loom/threads/${thread}/chat/stream`, { headers: other });
  expect(await codeOf(stream)).toEqual([404, 'not_found']);
});

/** A fetch whose first response breaks off after a frame of a type. */
function cutAfter(type: string): typeof fetch {
  let cut = false;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (cut || response.body === null) return response;
    cut = true;
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk);
          if (new TextDecoder().decode(chunk).includes(type))
            controller.error(new TypeError('network error'));
        },
      }),
    );
    return new Response(body, response);
  };
}
