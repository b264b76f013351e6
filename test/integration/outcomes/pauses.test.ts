import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import { actingPatch } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { confirm, pendingCall, report, startActing, threadOf } from '../../support/acting-run.ts';
import { converse, messagesOf, post, settled } from '#clients/raw/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
/** No model answers before. */
let mayAnswer = Promise.resolve();
beforeAll(async () => {
  const models = createModels({});
  const scripted = models.get('scripted');
  const respond: typeof scripted.respond = async (request) => {
    await mayAnswer;
    return await scripted.respond(request);
  };
  service = await startService({ models: { ...models, get: () => ({ respond }) } });
});
afterAll(async () => await service.stop());

const patches = [
  actingPatch('pay', { risk: { base: 'medium' }, wired: { gate: 'confirm', risk: 'critical' } }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];

/** Two runs of one thread that come to their pauses one after the other: the second was posted while the first worked. */
async function twoPaused(client: ApiClient, thread: string, first: string, second: string) {
  const release = Promise.withResolvers<void>();
  mayAnswer = release.promise;
  const older = await post(client, thread, first);
  const newer = await post(client, thread, second);
  release.resolve();
  const states = [(await settled(client, older)).state, (await settled(client, newer)).state];
  return { older, newer, states };
}

const ask = (question: string) => `/call ask_user {"question":"${question}"}\n---\n/say {{last}}`;

it('[thread.list.pending-elicitation] [thread.list.pending-cleared] a question shows on the thread until it is answered', async () => {
  const { client, thread } = await startActing(service);
  const { id } = await converse(client, thread, ask('Who?'));
  const pending = { run_id: id, kind: 'ask_user', prompt: { question: 'Who?' } };
  const { data: listed } = await client.get('/v1/loom/threads');
  expect(listed).toMatchObject([{ id: thread, pending_elicitation: pending, pending_action: null }]);
  expect((await converse(client, thread, 'Bo')).id).toBe(id);
  expect((await threadOf(client, thread)).pending_elicitation).toBeNull();
});

it('[thread.list.pending-confirmation] [thread.list.pending-cleared] a held write shows with its summary and effective risk until it is decided', async () => {
  const { client, thread } = await startActing(service, { patches });
  const { id } = await converse(client, thread, '/call pay {"amount":1}\n---\n/say ok');
  const { data: listed } = await client.get('/v1/loom/threads');
  expect(listed).toMatchObject([
    {
      pending_confirmation: {
        run_id: id,
        tool_call_id: expect.any(String),
        patch_ref: 'pay@1',
        summary: { title: 'Does pay.' },
        risk: 'critical',
      },
    },
  ]);
  await confirm(client, id, await pendingCall(client, thread), 'reject');
  expect(await threadOf(client, thread)).not.toHaveProperty('pending_confirmation');
  await settled(client, id);
});

it.each(['/call ask_user {"question":"?"}', '/call pay {}', '/call sign {}'])(
  '[thread.list.pending-cleared] the pause of a cancelled run no longer shows: %s',
  async (script) => {
    const { client, thread } = await startActing(service, { patches });
    const { id } = await converse(client, thread, script);
    await client.post(`/v1/loom/runs/${id}/cancel`);
    const shown = await threadOf(client, thread);
    expect(shown).toMatchObject({ pending_elicitation: null, pending_action: null });
    expect(shown).not.toHaveProperty('pending_confirmation');
  },
);

it('[thread.list.oldest-pause] [message.post.answers-oldest] of several questions the oldest shows and is answered first', async () => {
  const { client, thread } = await startActing(service);
  const { older, newer, states } = await twoPaused(client, thread, ask('First?'), ask('Second?'));
  expect(states).toEqual(['awaiting_input', 'awaiting_input']);
  expect((await threadOf(client, thread)).pending_elicitation).toMatchObject({
    run_id: older,
    prompt: { question: 'First?' },
  });
  expect(await converse(client, thread, 'one')).toMatchObject({
    id: older,
    state: 'closed',
    message: { content: '{"answer":"one"}' },
  });
  expect((await threadOf(client, thread)).pending_elicitation).toMatchObject({
    run_id: newer,
    prompt: { question: 'Second?' },
  });
  expect(await converse(client, thread, 'two')).toMatchObject({
    id: newer,
    message: { content: '{"answer":"two"}' },
  });
});

it('[thread.list.oldest-pause] of several held writes and proposed actions the oldest shows', async () => {
  const { client, thread } = await startActing(service, { patches });
  const held = await twoPaused(client, thread, '/call pay {"amount":1}', '/call pay {"amount":2}');
  expect(held.states).toEqual(['awaiting_input', 'awaiting_input']);
  for (const run of [held.older, held.newer]) {
    const { pending_confirmation } = await threadOf(client, thread);
    expect(pending_confirmation?.run_id).toBe(run);
    await confirm(client, run, pending_confirmation?.tool_call_id ?? '', 'reject');
    await settled(client, run);
  }
  const first = await converse(client, thread, '/call sign {}');
  const second = await converse(client, thread, '/call sign {}');
  for (const run of [first.id, second.id]) {
    const { pending_action } = await threadOf(client, thread);
    expect(pending_action?.run_id).toBe(run);
    await report(client, run, pending_action?.tool_call_id ?? '');
    await settled(client, run);
  }
});

it('[message.post.at-gate] a message at a gate is refused with the run and the call, and neither stored nor charged for', async () => {
  const { client, thread } = await startActing(service, { patches });
  const { id, cost_credits } = await converse(client, thread, '/call pay {}\n---\n/say ok');
  const call = await pendingCall(client, thread);
  const before = await messagesOf(client, thread);
  const { status, error } = await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'yes' });
  expect([status, error]).toMatchObject([
    422,
    { code: 'awaiting_confirmation', details: { run_id: id, tool_call_id: call } },
  ]);
  expect(await messagesOf(client, thread)).toEqual(before);
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input', cost_credits });
  await confirm(client, id, call, 'reject');
  await settled(client, id);
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
});

it('[message.post.at-gate] a gate refuses a message though the thread also awaits an outcome', async () => {
  const { client, thread } = await startActing(service, { patches });
  await converse(client, thread, '/call sign {}');
  const { id } = await converse(client, thread, '/call pay {}');
  const { error } = await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'yes' });
  expect(error).toMatchObject({ code: 'awaiting_confirmation', details: { run_id: id } });
});

it('[message.post.during-awaiting-outcome] [run.order.past-paused] a message while another run awaits an outcome starts a run of its own, which may ask and be answered', async () => {
  const { client, thread } = await startActing(service, { patches });
  const first = await converse(client, thread, '/call sign {}\n---\n/say {{last}}');
  const second = await converse(client, thread, ask('Who?'));
  expect(second.id).not.toBe(first.id);
  expect(second.state).toBe('awaiting_input');
  expect(await threadOf(client, thread)).toMatchObject({
    pending_elicitation: { run_id: second.id },
    pending_action: { run_id: first.id },
  });
  expect(await converse(client, thread, 'Bo')).toMatchObject({
    id: second.id,
    state: 'closed',
    message: { content: '{"answer":"Bo"}' },
  });
  await report(client, first.id, await pendingCall(client, thread));
  expect(await settled(client, first.id)).toMatchObject({ message: { content: '{"state":"occurred"}' } });
});

it('[message.post.answers-oldest] [invariant.decision-seen-once] of messages that race for one question one answers it, and each other starts a run', async () => {
  const { client, thread } = await startActing(service);
  const { id } = await converse(client, thread, ask('Who?'));
  const texts = Array.from({ length: 10 }, (_, index) => `answer ${index}`);
  const runs = await Promise.all(texts.map(async (text) => post(client, thread, text)));
  const answers = runs.filter((run) => run === id);
  expect(answers).toHaveLength(1);
  expect(new Set(runs).size).toBe(10);
  const answered = await settled(client, id);
  expect(answered.message?.content).toBe(`{"answer":"${texts[runs.indexOf(id)]}"}`);
  for (const [index, run] of runs.entries()) {
    if (run === id) continue;
    expect((await settled(client, run)).message?.content).toBe(`You said: ${texts[index]}`);
  }
});
