import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createModels } from '#adapters/model/models.ts';
import { longestAnswer } from '#adapters/model/take-in.ts';
import { converse, messagesOf, post, settled, startThread } from '#clients/raw/conversation.ts';
import type { Agent } from '#contract/agent.ts';
import { anthropicError, anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { plainAnswer, startModelServer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { RecentTurns } from '#engine/steps/recent-turns.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { startActing, traceOf } from '../../support/acting-run.ts';
import { eventsOf } from '../../support/events.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';

const key = 'sk-ant-api03-abcdefgh12345678';
const provider = perFile(startModelServer, async (it) => await it.close());
const host = perFile(startHost);
const service = perFile(() =>
  startService({
    models: createModels({
      deep: { provider: 'anthropic', model: 'claude-sonnet-4-5' },
      anthropic: { apiKey: key, baseUrl: provider.url },
    }),
  }),
);
const deep: { agent: Partial<Agent> } = { agent: { model_class: 'deep' } };
const says = (text: string) => stream(anthropicFrames({ text: [text] }));
const refuses = stream(anthropicFrames({ stop: 'refusal' }));
const sent = () => provider.requests.at(-1)?.body as { messages: { role: string; content: unknown }[] };

const year = 365 * 24 * 60 * 60;
it('[model.provider.retried] [run.trace.tries] [run.cancel.accepted] a provider that asks for a year is asked again after five minutes, and the wait ends at once when the run is cancelled', async () => {
  const { client, thread } = await startActing(service, deep);
  const before = provider.requests.length;
  provider.answers(
    plainAnswer(529, anthropicError('overloaded_error', 'Overloaded'), { 'retry-after': `${year}` }),
  );
  const id = await post(client, thread, 'Hello');
  const tried = { code: 'overloaded', status: 529, retry_in_ms: 5 * 60 * 1000 };
  await expect
    .poll(async () => (await traceOf(client, id)).unanswered_turn)
    .toMatchObject({ seq: 1, tries: [{ ...tried, provider_words: 'Overloaded' }] });
  expect((await client.post(`/v1/loom/runs/${id}/cancel`)).status).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  expect(provider.requests.length - before).toBe(1);
  expect((await traceOf(client, id)).unanswered_turn).toMatchObject({ tries: [tried] });
});

it.each([
  ['the words of its agent', { refusal_text: 'Please ask our desk.' }, 'Please ask our desk.'],
  ['standard words', {}, "I'm sorry, I can't help with that."],
])(
  '[run.end.reply] a model that refuses without a word replies with %s, in the run, its message, its events and later runs',
  async (_, words, content) => {
    const { client, thread } = await startActing(service, { agent: { ...deep.agent, ...words } });
    provider.answers(refuses);
    const run = await converse(client, thread, 'Hello');
    expect(run).toMatchObject({ state: 'closed', reason: 'refused', message: { content } });
    expect((await messagesOf(client, thread)).at(-1)).toMatchObject({ content, finish: 'refused' });
    const completed = (await eventsOf(service.db, run.id)).find(({ type }) => type === 'message.completed');
    expect(JSON.stringify(completed?.data)).toContain(content);
    provider.answers(says('Yes.'));
    await converse(client, thread, 'And now?');
    expect(JSON.stringify(sent().messages)).toContain(content);
  },
);

it('[run.end.reply] a refusal that comes after a call of the same run has words of its own', async () => {
  const { client, thread } = await startActing(service, {
    agent: { ...deep.agent, refusal_text: 'No.', patches: [{ ref: 'update_plan@1' }] },
  });
  const call = { id: 'c1', name: 'update_plan', json: ['{"steps":[{"title":"Look","status":"active"}]}'] };
  provider.answers(stream(anthropicFrames({ text: ['Let me see.'], calls: [call] })), refuses);
  const run = await converse(client, thread, 'Hello');
  expect(run).toMatchObject({ state: 'closed', reason: 'refused' });
  expect(run.message?.content).toBe('Let me see.\n\nNo.');
});

it('[run.trace.tries] what a provider said is shown to API keys without the key, and to no session token and in no event', async () => {
  const { client, thread } = await startActing(service, deep);
  const words = `Your credit balance is too low, acme-42. Key: ${key}`;
  provider.answers(plainAnswer(400, anthropicError('invalid_request_error', words)));
  const run = await converse(client, thread, 'Hello');
  expect(run).toMatchObject({ state: 'failed', error: { code: 'model_quota' } });
  const [tried] = (await traceOf(client, run.id)).unanswered_turn?.tries ?? [];
  expect(tried?.provider_words).toContain('Your credit balance is too low, acme-42.');
  expect(tried?.provider_words).not.toContain(key);
  const signer = await registerSigner(client);
  for (const claims of [{}, { trace: 'full' }]) {
    const trace = await traceOf(await directClient(client, signer, claims), run.id);
    expect(trace.unanswered_turn?.tries).toMatchObject([{ code: 'quota', status: 400 }]);
    expect(JSON.stringify(trace)).not.toContain('acme-42');
  }
  const stored = [run, await eventsOf(service.db, run.id), service.logs];
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`acme-42|${key}`));
});

it('[model.provider.causes] [run.trace.tries] an error of ten megabytes is understood by its beginning, and ten lines of it are kept', async () => {
  const { client, thread } = await startActing(service, deep);
  provider.answers(plainAnswer(404, `<html>no such model ${'x'.repeat(10_000_000)}</html>`));
  const run = await converse(client, thread, 'Hello');
  expect(run).toMatchObject({ state: 'failed', error: { code: 'model_not_found' } });
  const [tried] = (await traceOf(client, run.id)).unanswered_turn?.tries ?? [];
  expect(tried?.provider_words?.length).toBeLessThanOrEqual(500);
});

it('[run.end.reply] [model.answer.bounded] a reply that is too long is cut, stored, shown and told to later runs', async () => {
  const { client, thread } = await startActing(service, deep);
  provider.answers(
    stream(anthropicFrames({ text: Array.from({ length: 32 }, () => '€'.repeat(64 * 1024)) })),
  );
  const run = await converse(client, thread, 'Hello');
  expect(run).toMatchObject({ state: 'closed', reason: 'cut' });
  expect(run.message?.content).toBe('€'.repeat(longestAnswer));
  expect(JSON.stringify((await traceOf(client, run.id)).turns[0]?.response)).toContain('truncated');
  provider.answers(says('Yes.'));
  expect((await converse(client, thread, 'And now?')).message?.content).toBe('Yes.');
});

const thought = 'The pin is pin-zulu';
const signature = 'EqQBCgIYAhIM+signature/of=the+thought==';
const open = { id: 'c1', name: 'open', json: ['{"pin":"pin-zulu"}'] };
const thinks = stream(
  anthropicFrames({ thoughts: [{ words: [thought], opaque: signature }], calls: [open] }),
);

/** An agent that thinks, and a patch whose argument is redacted. */
async function thinking(parts: Parameters<typeof actingPatch>[1] = {}) {
  const { client } = await service.workspace({ subject: 'ada' });
  const redact = { args: ['/pin'] };
  const patches = [actingPatch('open', { input_schema: { type: 'object' }, redact, ...parts })];
  const agent = await publishActing(client, host, patches, { ...deep.agent, model: { effort: 'low' } });
  return { client, thread: await startThread(client, agent.id) };
}

it('[patch.redact] [model.reasoning.returned] what a patch redacts is hidden in what the model thought, and goes back to the model unchanged', async () => {
  const { client, thread } = await thinking();
  provider.answers(thinks, says('Opened.'));
  const run = await converse(client, thread, 'Open it');
  expect(sent().messages[1]?.content).toMatchObject([{ thinking: thought, signature }, { type: 'tool_use' }]);
  const trace = await traceOf(client, run.id);
  expect(trace.turns[0]?.reasoning).toMatchObject({ text: 'The pin is [redacted]' });
  expect(JSON.stringify([trace, await eventsOf(service.db, run.id)])).not.toContain('pin-zulu');
});

it('[model.reasoning.returned] a run whose key of encryption is gone in its midst goes on without what the model thought before', async () => {
  const { client, thread } = await thinking({ wired: { gate: 'confirm' } });
  provider.answers(thinks, says('Opened.'));
  const id = await post(client, thread, 'Open it');
  const paused = await settled(client, id);
  expect(paused.state).toBe('awaiting_input');
  const gone = new Keyring([{ id: 'gone', key: randomBytes(32) }]);
  const { _id } = (await service.db.turns.findOne({ run_id: id })) ?? { _id: '' };
  const reasoning = gone.encrypt(['turns', _id, 'reasoning'], '{"source":"","text":"x","parts":[]}');
  await service.db.turns.updateOne({ _id }, { $set: { reasoning } });
  // A process that is started with other keys remembers nothing.
  const remembered = vi.spyOn(RecentTurns.prototype, 'upTo').mockReturnValue(undefined);
  const tool_call_id = paused.pending?.tool_call_id;
  expect(
    (await client.post(`/v1/loom/runs/${id}/confirm`, { tool_call_id, decision: 'approve' })).status,
  ).toBe(202);
  expect(await settled(client, id)).toMatchObject({ state: 'closed', message: { content: 'Opened.' } });
  expect(sent().messages[1]?.content).toMatchObject([{ type: 'tool_use', input: { pin: 'pin-zulu' } }]);
  remembered.mockRestore();
  const { turns } = await traceOf(client, id);
  expect(turns).toHaveLength(2);
  expect(turns[0]).not.toHaveProperty('reasoning');
});
