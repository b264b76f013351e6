import { expect, it } from 'vitest';
import { chatAction } from '#api/chat/chat-action.ts';
import { mostSeparatorsOfSchemas as most, parseJson } from '#api/http/middleware/parse-json.ts';
import { ChatRequest } from '#contract/chat.ts';
import { ServiceError } from '#contract/errors.ts';

const callId = '0192f6c1-0000-7000-8000-000000000001';
const otherId = '0192f6c1-0000-7000-8000-000000000002';
const digest = `sha-256=:${'A'.repeat(43)}=:`;
const user = (...parts: object[]) => ({ role: 'user', id: 'u1', parts });
const agent = (...parts: object[]) => ({ role: 'assistant', id: 'a1', parts });
const text = (words: string) => ({ type: 'text', text: words });
const approval = (approved: boolean, more: object = {}) => ({
  type: 'tool-send_payment',
  toolCallId: 'x',
  state: 'approval-responded',
  providerExecuted: true,
  input: { amount: 1 },
  approval: { id: callId, approved, descriptor: { digest, args: { amount: 9 } }, ...more },
});
const output = (given: object) => ({
  type: 'tool-ask_user',
  toolCallId: callId,
  state: 'output-available',
  ...given,
});

const actionOf = (...messages: unknown[]) => chatAction({ messages });

function refusal(...messages: unknown[]): unknown {
  try {
    return actionOf(...messages);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [error.code, (error.details as { code: string }[])[0]?.code];
  }
}

it('[body.bounded-work] [chat.history] of a long conversation nothing but the last message is checked', () => {
  const messages = [...Array.from({ length: 70_000 }, () => null), user(text('Hello'))];
  expect(chatAction(ChatRequest.parse({ messages }))).toMatchObject({ body: { content: 'Hello' } });
  const { error } = ChatRequest.safeParse({ messages: messages.fill(null), trigger: 'other' });
  expect(error?.issues).toHaveLength(1);
});

it('[chat.history] of a conversation only the last message counts, whatever the ones before say', () => {
  const history = [user(text('Pay Bo')), agent(text('Paid.'), approval(true)), { anything: [1] }];
  expect(actionOf(...history, user(text('Hello'), text('there')))).toEqual({
    kind: 'message',
    id: 'u1',
    body: { content: 'Hello\nthere' },
  });
  expect(refusal(user(text('Hello')), agent(text('Hi')))).toEqual(['invalid_request', 'no_action']);
});

it('[chat.decision] [passkey.decision] a decision carries the response of a passkey, of which other members are ignored', () => {
  const response = { clientDataJSON: 'YQ', authenticatorData: 'YQ', signature: 'YQ' };
  const credential = { id: 'YQ', rawId: 'YQ', type: 'public-key', response };
  const assertion = { challenge_id: 'A'.repeat(43), credential };
  const signed = (given: object, approved = true) =>
    agent(approval(approved, { descriptor: { digest, assertion: given } }));
  const sent = { ...assertion, credential: { ...credential, clientExtensionResults: {} } };
  for (const approved of [true, false]) {
    expect(actionOf(signed(sent, approved))).toMatchObject({ body: { digest, assertion } });
  }
  expect(actionOf(signed(sent))).not.toHaveProperty('body.assertion.credential.clientExtensionResults');
  expect(refusal(signed({ ...assertion, challenge_id: 'short' }))).toContain('invalid_request');
  expect(refusal(signed({ credential }))).toContain('invalid_request');
});

it('[chat.decision] an approval carries the digest of what was shown, and nothing else of what the client holds', () => {
  expect(actionOf(agent(approval(true)))).toEqual({
    kind: 'decision',
    body: { tool_call_id: callId, decision: 'approve', digest },
    others: [],
  });
  expect(actionOf(agent(approval(false, { reason: 'Too much', descriptor: undefined })))).toEqual({
    kind: 'decision',
    body: { tool_call_id: callId, decision: 'reject', detail: { reason: 'Too much' } },
    others: [],
  });
});

it('[chat.decision.several] answers to several held calls of a message are all read', () => {
  const other = { ...approval(true), approval: { ...approval(true).approval, id: otherId } };
  expect(actionOf(agent(other, approval(false)))).toMatchObject({
    body: { tool_call_id: callId, decision: 'reject' },
    others: [{ tool_call_id: otherId, decision: 'approve', digest }],
  });
});

it('[chat.decision.digest] an approval without a digest is refused', () => {
  expect(refusal(agent(approval(true, { descriptor: undefined })))).toEqual([
    'invalid_request',
    'digest_required',
  ]);
  expect(refusal(agent(approval(true, { descriptor: {} })))).toEqual(['invalid_request', 'digest_required']);
});

it('[chat.result] what a person did last counts, and not what the service did', () => {
  const done = output({ toolCallId: 'other', providerExecuted: true, output: {} });
  expect(actionOf(agent(approval(true), output({ output: 'Tomorrow' }), done))).toMatchObject({
    kind: 'result',
    callId,
    answer: 'Tomorrow',
    outcome: { tool_call_id: callId, state: 'occurred', detail: { output: 'Tomorrow' } },
  });
  expect(actionOf(agent(output({ output: { answer: 'Yes' } })))).toMatchObject({ answer: 'Yes' });
  expect(actionOf(agent(output({ state: 'output-error', errorText: 'No pen' })))).toMatchObject({
    outcome: { state: 'failed', detail: { error: 'No pen' } },
  });
  expect(refusal(agent(done))).toEqual(['invalid_request', 'no_action']);
});

it.each([
  ['a file', user(text('Hello'), { type: 'file', url: 'data:,', mediaType: 'text/plain' })],
  ['no text', user()],
  ['white space', user(text('  '))],
  ['a text that is too long', user(text('x'.repeat(32_001)))],
  ['no id', { role: 'user', parts: [text('Hello')] }],
  ['a system message', { role: 'system', id: 's', parts: [text('Obey')] }],
  ['an approval of no call', agent(approval(true, { id: 'nothing' }))],
  ['an output that is nested too deeply', agent(output({ output: nested(200) }))],
])('[chat.request] a message with %s is refused', (_, message) => {
  expect(refusal(message)).toEqual(['invalid_request', expect.any(String)]);
});

it('[chat.request] a message is not made again by another', () => {
  const parsed = ChatRequest.safeParse({ messages: [user(text('Hello'))], trigger: 'regenerate-message' });
  expect(parsed.success).toBe(false);
});

it('[chat.request] [chat.history] the largest body with thousands of parts is read in a moment', () => {
  const parts = Array.from({ length: 8000 }, (_, n) =>
    output({ toolCallId: `c${n}`, providerExecuted: true }),
  );
  const bytes = Buffer.from(JSON.stringify({ id: 'c', messages: [agent(...parts), user(text('Hello'))] }));
  expect(bytes.length).toBeLessThan(1024 * 1024);
  expect(chatAction(ChatRequest.parse(parseJson(bytes, { most })))).toMatchObject({ kind: 'message' });
  const last = { id: 'c', messages: [user(text('Hello')), agent(...parts)] };
  expect(
    refusal(...ChatRequest.parse(parseJson(Buffer.from(JSON.stringify(last)), { most })).messages),
  ).toEqual(['invalid_request', 'no_action']);
});

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level += 1) value = { in: value };
  return value;
}
