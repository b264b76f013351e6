import { expect, it, vi } from 'vitest';
import { assertionFor, type OnAssertion } from '#clients/react/src/assertion.ts';
import type { HeddleCall } from '#clients/react/src/calls.ts';
import { Conversation } from '#clients/react/src/conversation.ts';
import { decideOn } from '#clients/react/src/decide-on.ts';

const options = { challenge: 'Y2hhbGxlbmdl', rpId: 'bank.example', allowCredentials: [] };
const credential = { id: 'key', rawId: 'key', type: 'public-key', response: {}, clientExtensionResults: {} };
const call: HeddleCall = { kind: 'write', id: 'call-1', name: 'pay', state: 'waiting', input: {} };

it('[chat.react.passkey] what the page answers to the challenge of a decision is the assertion', async () => {
  const ask = vi.fn<(body: object) => Promise<unknown>>(async () => ({
    challenge_id: 'challenge-1',
    options,
  }));
  const onAssertion = vi.fn<OnAssertion>(async () => credential as never);
  const item = { run_id: 'run-1', tool_call_id: 'call-1', digest: 'sha-256=:AA:' };
  expect(await assertionFor(item, false, ask, onAssertion)).toEqual({
    challenge_id: 'challenge-1',
    credential,
  });
  expect(ask).toHaveBeenCalledWith({ decision: 'reject', items: [item] });
  expect(onAssertion).toHaveBeenCalledWith(options);
});

it('[chat.react.passkey] a decision whose assertion the page refuses is not sent, and the conversation says why', async () => {
  const conversation = new Conversation('thread-1');
  const posted: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    posted.push(input);
    return Response.json({ data: { challenge_id: 'challenge-1', options } });
  });
  const onAssertion = async () => await Promise.reject(new Error('closed'));
  await decideOn(conversation, call, { approved: true, digest: 'sha-256=:AA:', onAssertion });
  vi.unstubAllGlobals();
  // A call whose stage accepts the token alone is signed too.
  expect(posted).toEqual(['/v1/loom/approvals/challenge']);
  expect(conversation.condition.now().failure?.message).toBe('closed');
});
