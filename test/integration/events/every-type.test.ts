import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPusher } from '#adapters/realtime/pusher.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { Event } from '#contract/event.ts';
import type { Message } from '#contract/message.ts';
import type { Run } from '#contract/run.ts';
import { toEvent } from '#store/events/events.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { startHost } from '../../support/acting.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { followThread, type OpenStream } from '../../support/event-source.ts';
import { playEveryEvent, publishTalkative, threadEventTypes } from '../../support/every-event.ts';
import { type PusherSubscription, subscribe } from '../../support/pusher-client.ts';
import { startPusherServer } from '../../support/pusher-server.ts';
import { startService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { perFile } from '../../support/per-file.ts';

const provider = perFile(startPusherServer);
const faults: object[] = [];
let service: TestService;
let workspace: TestWorkspace;
const host = perFile(startHost);
let thread: string;
let runs: Run[];
let stream: OpenStream;
let subscription: PusherSubscription;
/** The stored events of the thread, in order. */
let log: EventDocument[];

beforeAll(async () => {
  const { app, port } = provider;
  service = await startService({
    realtime: createPusher(
      { ...app, host: '127.0.0.1', port: `${port}`, useTLS: false },
      {
        // Nothing is repeated, however long the provider takes on a slow machine.
        onFault: (fault) => faults.push(fault),
        timeoutMs: 180_000,
      },
    ),
  });
  host.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"secret":"x","open":"y"}');
  };
  workspace = await service.workspace({ subject: 'ada' });
  const { client, apiKey } = workspace;
  thread = await startThread(client, (await publishTalkative(client, host)).id);
  const { baseUrl } = service;
  stream = await followThread({ baseUrl, apiKey, subject: 'ada', threadId: thread });
  const headers = { Authorization: `Bearer ${apiKey}`, 'Service-Subject': 'ada' };
  subscription = await subscribe(provider, { baseUrl, headers, threadId: thread });
  runs = await playEveryEvent(client, thread);
  log = await service.db.events.find({ thread_id: thread }).sort({ thread_seq: 1 }).toArray();
  await stream.until(({ id }) => id === log.at(-1)?._id);
  await waitUntil(() => subscription.events.some(({ event }) => event.id === log.at(-1)?._id), {
    timeoutMs: 60_000,
    what: 'the last event is published',
  });
});

afterAll(async () => {
  subscription.stop();
  stream.close();
  await service.stop();
});

const typesOf = (events: { type: string }[]) => [...new Set(events.map(({ type }) => type))].toSorted();
/** The data of the events of a type. */
const dataOf = (type: string) =>
  log.filter((event) => event.type === type).map((event) => toEvent(event).data);

it('[event.stream] every type of a thread comes as a server-sent event, the stored ones each once and in order', () => {
  expect(typesOf(stream.events)).toEqual(threadEventTypes.toSorted());
  expect(stream.events.filter(({ type }) => type !== 'message.delta').map(({ event }) => event)).toEqual(
    log.map(toEvent),
  );
});

it('[realtime.publish] every type of a thread is published under its name, with the envelope as payload', () => {
  expect(typesOf(subscription.events.map(({ event }) => event))).toEqual(threadEventTypes.toSorted());
  for (const { name, event } of subscription.events) expect(name).toBe(event.type);
  const published = new Map(subscription.events.map(({ event }) => [event.id, event]));
  expect(log.map(({ _id }) => published.get(_id))).toEqual(log.map(toEvent));
  expect(provider.triggered.every(({ channel }) => channel === `private-thread-${thread}`)).toBe(true);
  expect([provider.refused, faults]).toEqual([[], []]);
});

it('[event.envelope] [event.id] [event.source] [event.aliases] an event is one and the same on every transport', async () => {
  const listed: Event[] = [];
  for (let cursor = ''; ;) {
    const page = await workspace.client.get<Event[]>(`/v1/events?thread_id=${thread}&limit=100${cursor}`);
    listed.push(...page.data);
    if (!page.pagination.has_more) break;
    cursor = `&cursor=${page.pagination.next_cursor}`;
  }
  expect(listed.toReversed()).toEqual(log.map(toEvent));
  for (const event of [...listed, ...stream.events.map(({ event }) => event)]) {
    expect(Event.strict().parse(event)).toEqual(event);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      origin: 'api',
      source: { kind: 'run', id: event.run_id },
      parent: null,
      thread_id: thread,
    });
  }
});

it('[event.context] the context says whose and what it was', async () => {
  const { data } = await workspace.client.get<{ id: string; agent: { id: string } }>(
    `/v1/loom/threads/${thread}`,
  );
  for (const { context } of log) {
    expect(context).toEqual({
      workspace_id: workspace.id,
      connection_id: expect.any(String),
      agent_id: data.agent.id,
      agent_key: 'acting',
      thread_id: thread,
      subject_ref: 'ada',
    });
  }
});

it('[event.seq] seq counts the events of each run from 1 without gaps, and the thread counts all of them', () => {
  for (const { id } of runs) {
    const seqs = log.filter(({ run_id }) => run_id === id).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }
  expect(log.map(({ thread_seq }) => thread_seq)).toEqual(log.map((_, index) => index + 1));
  const deltas = stream.events.filter(({ type }) => type === 'message.delta');
  expect(new Set(deltas.map(({ event }) => event.seq))).toEqual(new Set([null]));
});

it('[event.type.run-started] [event.type.run-completed] [event.type.run-failed] a run tells of its start and its end', async () => {
  const { data: agent } = await workspace.client.get<{ id: string }[]>('/v1/agents');
  expect(dataOf('run.started')).toEqual(runs.map(() => ({ agent: { id: agent[0]?.id, name: 'Acting' } })));
  const reasons = ['finished', 'finished', 'finished', 'finished', 'handoff'];
  expect(dataOf('run.completed')).toEqual(
    reasons.map((reason, index) => ({ state: 'closed', cost_credits: runs[index]?.cost_credits, reason })),
  );
  expect(dataOf('run.failed')).toEqual([{ error: runs[5]?.error }]);
  expect(runs[5]?.error?.code).toBe('invalid_args');
});

it('[event.type.elicitation-requested] [event.type.action-proposed] [event.type.handoff-requested] what is asked, proposed and handed over', () => {
  const tool_call_id = expect.any(String);
  const times = { created_at: expect.any(String), expires_at: expect.any(String) };
  expect(dataOf('elicitation.requested')).toEqual([
    { tool_call_id, patch_ref: 'ask_user@1', kind: 'ask_user', prompt: { question: 'Which?' }, ...times },
  ]);
  expect(dataOf('action.proposed')).toEqual([
    { tool_call_id, patch_ref: 'sign@1', args: { amount: 3 }, ...times },
  ]);
  expect(dataOf('handoff.requested')).toEqual([
    { patch_ref: 'handoff@1', reason: 'a person is needed', summary: 'short' },
  ]);
});

it('[event.type.write-confirmation-requested] a held write carries what the thread shows of it', () => {
  expect(dataOf('write.confirmation_requested')).toEqual([
    {
      run_id: runs[2]?.id,
      tool_call_id: expect.any(String),
      patch_ref: 'pay@1',
      set: { turn: 1, position: 1, of: 1 },
      summary: {
        title: 'Does pay.',
        fields: [{ label: 'Other arguments', value: '{"amount":2,"to":"[redacted]"}' }],
      },
      args: { amount: 2, to: '[redacted]' },
      origins: [{ path: '/amount', from: ['subject'], seen: [{ kind: 'message', at: expect.any(String) }] }],
      connection: { id: expect.any(String), name: 'host' },
      risk: 'high',
      approvals: { required: 2, given: [] },
      digest: expect.stringMatching(/^sha-256=:/),
      document: expect.stringContaining('"configuration":"hmac-sha-256=:'),
      created_at: expect.any(String),
      expires_at: expect.any(String),
    },
  ]);
});

it('[event.type.write-approval-recorded] an approval that leaves a write held tells how many there are', () => {
  expect(dataOf('write.approval_recorded')).toEqual([
    {
      tool_call_id: expect.any(String),
      actor: 'ada',
      decision: 'approve',
      approvals: { required: 2, given: [{ actor: 'ada', via: 'api_key', at: expect.any(String) }] },
    },
  ]);
});

it('[event.type.message-completed] [event.type.message-block] a reply comes as it is listed, its rich form before it', async () => {
  const { data } = await workspace.client.get<{ role: string }[]>(`/v1/loom/threads/${thread}/messages`);
  const replies = data.filter(({ role }) => role === 'assistant');
  expect(dataOf('message.completed')).toEqual(replies);
  const parts = [
    { type: 'text', text: 'Let me see.\n\nAll done.' },
    { type: 'data', kind: 'card', payload: { amount: 1 } },
  ];
  expect(dataOf('message.block')).toEqual([
    { role: 'assistant', content: 'Let me see.\n\nAll done.', parts, seq: expect.any(Number) },
  ]);
});

it('[event.type.tool-call-started] [event.type.tool-call-completed] calls tell of their start and of what came of them', () => {
  const named = (name: string, patch_ref = `${name}@1`) => ({
    tool_call_id: expect.any(String),
    patch_ref,
    name,
  });
  const completed = dataOf('tool_call.completed');
  expect(dataOf('tool_call.started')).toContainEqual({ ...named('look'), args: { amount: 1 } });
  expect(completed).toContainEqual(
    expect.objectContaining({ ...named('nothing', 'nothing'), status: 'denied' }),
  );
  expect(completed).toContainEqual(expect.objectContaining({ ...named('pay'), status: 'declined' }));
  expect(new Set(completed.map((data) => data?.['status']))).toEqual(
    new Set(['ok', 'failed', 'declined', 'denied']),
  );
});

it('[event.type.plan-updated] a plan comes with its steps', () => {
  expect(dataOf('plan.updated')).toEqual([{ steps: [{ title: 'look', status: 'active' }] }]);
});

it('[event.redacted] what a patch declares as redacted stands in no event', () => {
  const look = dataOf('tool_call.completed').find((data) => data?.['name'] === 'look');
  expect(look?.['result']).toEqual({ secret: '[redacted]', open: 'y' });
  const calls = log.filter(({ type }) => type.startsWith('tool_call') || type.startsWith('write'));
  expect(JSON.stringify(calls)).not.toContain('"Bo"');
});

/** The text that deltas give, by message. */
function textsOf(events: Event[]): Map<unknown, string> {
  const texts = new Map<unknown, string>();
  for (const { type, data } of events) {
    if (type !== 'message.delta' || data === undefined) continue;
    const { message_id, text } = data;
    texts.set(message_id, `${texts.get(message_id) ?? ''}${text as string}`);
  }
  return texts;
}

it('[event.type.message-delta] the deltas of a message give its text, under the id that it then has', () => {
  const published = textsOf(subscription.events.map(({ event }) => event));
  const streamed = textsOf(stream.events.map(({ event }) => event));
  const messages = log
    .filter(({ type }) => type === 'message.completed')
    .map((event) => toEvent(event).data as Message);
  for (const { id, content } of messages) {
    expect(published.get(id)).toBe(content);
    // On a busy machine a delta may come after its message, and is of no use then.
    expect(content.startsWith(streamed.get(id) ?? '')).toBe(true);
  }
  expect(messages.some(({ id, content }) => streamed.get(id) === content)).toBe(true);
});
