import { afterEach, beforeEach, expect, it } from 'vitest';
import { MessageDelta } from '#contract/event.ts';
import type { Message } from '#contract/message.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, type Host, json, publishActing, startHost } from '../../support/acting.ts';
import { startActing, threadOf, traceOf } from '../../support/acting-run.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { directedModels } from '../../support/directed-models.ts';
import { followThread } from '../../support/event-source.ts';
import { eventsOf } from '../../support/events.ts';
import { startService } from '../../support/service.ts';
import { createEndpoint, startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';

const models = directedModels();
const service = perFile(() => startService({ models }));
let host: Host;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [host, receiver] = [await startHost(), await startReceiver()];
  host.answer = ({ path }, response) =>
    json(response, 200, path === '/open' ? { token, balance: 48_210.55, open: true } : { ok: true });
});
afterEach(async () => {
  await host.stop();
  await receiver.stop();
});

const token = 'tok-98765-zulu';
const open = actingPatch('open', {
  input_schema: { type: 'object' },
  redact: { args: ['/pin'], result: ['/token', '/balance', '/open'] },
});
const note = actingPatch('note', { input_schema: { type: 'object' } });

/** Has the agent open something and then take a step; resolves to everything that anybody is shown. */
async function repeating(step: string) {
  const { client, thread } = await startActing(service, { host, patches: [open, note] });
  await createEndpoint(client, receiver.url);
  const run_id = await post(client, thread, `/call open {"pin": "pin-yankee"}\n---\n${step}`);
  const run = await settled(client, run_id);
  const messages = (await client.get<Message[]>(`/v1/loom/threads/${thread}/messages`)).data;
  const events = await eventsOf(service.db, run_id);
  await receiver.received(events.at(-1)?.type ?? 'run.completed');
  const deliveries = receiver.deliveries.map(({ event }) => event);
  return {
    client,
    thread,
    run,
    reply: messages.findLast(({ role }) => role === 'assistant'),
    events,
    deliveries,
  };
}

/** The shown texts, without the user's message. */
function shownOf({ reply, events, deliveries, run }: Awaited<ReturnType<typeof repeating>>): string {
  return JSON.stringify([run, reply, events, deliveries]);
}

it('[patch.redact.repeated] a redacted result that the model repeats reaches neither the reply nor an event nor a webhook, and the model is told it', async () => {
  const repeated = await repeating('/say It is {{last}}.\n---\n/say unreached');
  expect(repeated.run.message?.content).toBe(
    'It is {"token":"[redacted]","balance":[redacted],"open":true}.',
  );
  for (const secret of [token, '48210.55']) expect(shownOf(repeated)).not.toContain(secret);
  const trace = await traceOf(repeated.client, repeated.run.id);
  expect(JSON.stringify(trace)).not.toContain(token);
  // The scripted model could only repeat its input.
  const turn = await service.db.turns.findOne({ run_id: repeated.run.id, seq: 2 });
  expect([turn?.text, turn?.shown]).toEqual([
    `It is {"token":"${token}","balance":48210.55,"open":true}.`,
    'It is {"token":"[redacted]","balance":[redacted],"open":true}.',
  ]);
});

it('[patch.redact.repeated] a redacted argument is struck from what is said beside its call and afterwards', async () => {
  const { client, thread } = await startActing(service, { host, patches: [open] });
  const script =
    '/say Opening with pin-yankee.\n/call open {"pin": "pin-yankee"}\n---\n/say Opened with pin-yankee and 48210.55.';
  const run = await converse(client, thread, script);
  expect(run.message?.content).toBe('Opening with [redacted].\n\nOpened with [redacted] and [redacted].');
});

it('[patch.redact.repeated] a redacted argument is struck from a block and from another call of the same turn', async () => {
  const { client, thread } = await startActing(service, { host, patches: [open, note] });
  const turn = [
    '/call show_block {"kind": "card", "payload": {"text": "Opened with pin-yankee"}}',
    '/call note {"text": "for pin-yankee"}',
    '/call open {"pin": "pin-yankee"}',
  ].join('\n');
  const run = await converse(client, thread, `${turn}\n---\n/say done`);
  const shown = JSON.stringify([run, await eventsOf(service.db, run.id)]);
  expect(shown).toContain('Opened with [redacted]');
  expect(shown).not.toContain('pin-yankee');
  expect(host.calls.map(({ body }) => body)).toEqual(
    expect.arrayContaining([{ text: 'for pin-yankee' }, { pin: 'pin-yankee' }]),
  );
});

it('[patch.redact.repeated] the state of a step is shown even if a redacted result is the same word', async () => {
  host.answer = (_, response) => json(response, 200, { token: 'active' });
  const { events } = await repeating(
    '/call update_plan {"steps": [{"title": "The account is active", "status": "active"}]}\n---\n/say done',
  );
  const plan = events.find(({ type }) => type === 'plan.updated');
  expect(plan?.data).toEqual({ steps: [{ title: 'The account is [redacted]', status: 'active' }] });
});

it('[patch.redact.repeated] a redacted number that the model repeats is not in the trace of what it said', async () => {
  const repeated = await repeating('/call note {"amount": 48210.55}\n---\n/say done');
  const trace = await traceOf(repeated.client, repeated.run.id);
  // The first turn had only the script, and knew of no result.
  const payloads = trace.turns.slice(1).map(({ request, response }) => [request, response]);
  expect(JSON.stringify(payloads)).not.toContain('48210.55');
});

const steps: [string, string, unknown[]][] = [
  [
    'a block',
    `/call show_block {"kind": "card", "payload": {"text": "Your token: ${token}", "n": 48210.55}}`,
    [],
  ],
  ['a plan', `/call update_plan {"steps": [{"title": "Use ${token}", "status": "active"}]}`, []],
  [
    'the arguments of another call',
    `/call note {"text": "for ${token}"}`,
    // The model's words are sent.
    [{ text: `for ${token}` }],
  ],
  ['a handoff', `/call handoff {"reason": "Asked for ${token}", "summary": "${token}"}`, []],
];

it.each(steps)(
  '[patch.redact.repeated] a redacted result is struck from %s, and what is sent to hosts stays as it is',
  async (_, step, sent) => {
    const repeated = await repeating(`${step}\n---\n/say done`);
    expect(shownOf(repeated)).not.toContain(token);
    expect(shownOf(repeated)).toContain('[redacted]');
    expect(host.calls.slice(1).map(({ body }) => body)).toEqual(sent);
  },
);

it('[patch.redact.repeated] a redacted result is struck from a question, where it is asked and where it waits', async () => {
  const repeated = await repeating(`/call ask_user {"question": "Is it ${token}?"}\n---\n/say done`);
  const { client, thread, run } = repeated;
  expect(run.state).toBe('awaiting_input');
  const { pending_elicitation } = await threadOf(client, thread);
  expect(pending_elicitation?.prompt).toEqual({ question: 'Is it [redacted]?' });
  expect(shownOf(repeated)).not.toContain(token);
});

it('[patch.redact.repeated] no delta shows a redacted result, and together they are the reply', async () => {
  const { client, apiKey } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, host, [open], { model_class: 'fast' });
  const thread = await startThread(client, agent.id);
  const stream = await followThread({ baseUrl: service.baseUrl, apiKey, subject: 'ada', threadId: thread });
  const run = await post(client, thread, 'Open it');
  (await models.turn()).end({ name: 'open', args: {} });
  const turn = await models.turn();
  const deltas = () =>
    stream.events
      .filter(({ type }) => type === 'message.delta')
      .map(({ event }) => MessageDelta.parse(event.data).text)
      .join('');
  for (const part of ['Before {"token":"tok-98', `765-zulu","balance":48210.55} after`]) turn.say(part);
  // The worker may still have to learn that somebody watches.
  await waitUntil(() => deltas().includes('[redacted]'), { timeoutMs: 60_000, what: 'a delta has come' });
  turn.end();
  await stream.until(({ type }) => type === 'run.completed');
  stream.close();
  const { message } = await settled(client, run);
  expect(message?.content).toBe('Before {"token":"[redacted]","balance":[redacted]} after');
  expect(deltas()).toBe(message?.content);
});
