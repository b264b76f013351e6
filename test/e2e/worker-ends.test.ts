import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import {
  converse,
  messagesOf,
  post,
  publishScripted,
  settled,
  startThread,
} from '#clients/raw/conversation.ts';
import type { Approval } from '#contract/approval.ts';
import { MessageDelta } from '#contract/event.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { ServiceProcess } from '#tools/dev/service/service-process.ts';
import { actingPatch, json, publishActing, startHost } from '../support/acting.ts';
import { callsOf, traceOf } from '../support/acting-run.ts';
import { followThread, type OpenStream } from '../support/event-source.ts';
import { extractCall, modelEnvironment, modelSays } from '../support/extract.ts';
import { accountOf } from '../support/ledger.ts';
import { anthropicError } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { plainAnswer, silence, startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { patience, waitMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';
import { startProcessStack } from '../support/process-stack.ts';
import { subscribe } from '../support/pusher-client.ts';
import { startPusherServer } from '../support/pusher-server.ts';

vi.setConfig(patience);

const soon = { timeoutMs: waitMs, everyMs: 5 };

const models = perFile(startModelServer, async (it) => await it.close());
const provider = perFile(startPusherServer);
const host = perFile(startHost);
// One stack lives through all of these, in this order: a worker that is gone is started again by who needs it.
const stack = perFile(() =>
  startProcessStack('worker', {
    WORKER_STOP_SECONDS: '360',
    PUSHER_APP_ID: provider.app.appId,
    PUSHER_KEY: provider.app.key,
    PUSHER_SECRET: provider.app.secret,
    PUSHER_HOST: '127.0.0.1',
    PUSHER_PORT: String(provider.port),
    PUSHER_USE_TLS: 'false',
    ...modelEnvironment(models.url),
    MODEL_DEEP: 'anthropic:one,anthropic:two',
  }),
);
let other: Record<'api' | 'worker', ServiceProcess>;
beforeAll(async () => {
  const [api, worker] = await Promise.all([stack.startAnother('api'), stack.startAnother('worker')]);
  other = { api, worker };
});

it('[realtime.publish] what the API and the worker store reaches a browser through the provider', async () => {
  const { client, apiKey } = await stack.workspace();
  const thread = await startThread(client, (await publishScripted(client)).id);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Service-Subject': 'ada' };
  const browser = await subscribe(provider, { baseUrl: stack.apiUrl, headers, threadId: thread });
  await converse(client, thread, '/say one\n/say two');
  const log = await stack.db.events.find({ thread_id: thread }).sort({ thread_seq: 1 }).toArray();
  const published = () => browser.events.filter(({ name }) => name !== 'message.delta');
  // Unconfirmed publications are repeated.
  const publishedIds = () => new Set(published().map(({ event }) => event.id));
  const hasDelta = () => browser.events.some(({ name }) => name === 'message.delta');
  await waitUntil(() => publishedIds().size >= log.length && hasDelta(), {
    ...soon,
    what: 'all is published',
  });
  browser.stop();
  expect(publishedIds()).toEqual(new Set(log.map(({ _id }) => _id)));
  expect(provider.refused).toEqual([]);
});

/** Called at the end of a reply, and answered when all have joined it: nobody comes too late. */
const look = actingPatch('look', {
  reliability: { idempotent: true, retry: 'always' },
  timeout_seconds: 120,
});

const deltasOf = ({ events }: OpenStream) =>
  events.filter(({ type }) => type === 'message.delta').map(({ event }) => MessageDelta.parse(event.data));

/** The text of a client that clears it at index 0 and misses nothing in between. */
function shown(stream: OpenStream): string {
  let text = '';
  let next = 0;
  for (const delta of deltasOf(stream)) {
    expect([0, next]).toContain(delta.index);
    text = delta.index === 0 ? delta.text : text + delta.text;
    next = delta.index + 1;
  }
  return text;
}

const speech = (name: string) =>
  Array.from({ length: 25 }, (_, word) => `/say ${name} ${word}\n/sleep 60`).join('\n');
const scriptOf = (thread: string) =>
  [
    ...['one', 'two', 'three'].map((name) => `${speech(name)}\n/call update_plan {"steps":[]}`),
    `${speech('four')}\n/call look {"to":"${thread}"}`,
    '/say over',
  ].join('\n---\n');

it('[event.stream.text-so-far] [event.deltas.start-over] clients of two APIs that join replies of two workers, one of which is killed, get them whole', async () => {
  const { client, apiKey } = await stack.workspace();
  const agent = (await publishActing(client, host, [look])).id;
  const apiUrls = [stack.apiUrl, other.api.url];
  const calling = new Set<unknown>();
  const joined = new Map<unknown, PromiseWithResolvers<void>>();
  host.answer = ({ body }, response) => {
    const { to } = body as { to: string };
    calling.add(to);
    void joined.get(to)?.promise.then(() => json(response, 200, {}));
  };
  const followed = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const thread = await startThread(client, agent);
      joined.set(thread, Promise.withResolvers());
      const streams: OpenStream[] = [];
      const join = async () => {
        const baseUrl = apiUrls[streams.length % 2] ?? '';
        streams.push(await followThread({ baseUrl, apiKey, subject: 'ada', threadId: thread }));
      };
      await join();
      await post(client, thread, scriptOf(thread));
      return { thread, streams, join };
    }),
  );
  // Each runs by itself: who comes when depends on how fast deltas are there.
  const joining = followed.map(async ({ thread, streams, join }) => {
    const deltas = () => streams.slice(0, 1).flatMap(deltasOf).length;
    for (let count = 0; count < 12; count += 1) {
      const before = deltas();
      await waitUntil(() => deltas() >= before + 2 || calling.has(thread), {
        ...soon,
        what: 'the reply goes on',
      });
      await join();
    }
    // A follower that joins right before the end of a reply may receive only its message, without deltas.
    await waitUntil(() => streams.every((stream) => deltasOf(stream).length > 0), {
      ...soon,
      what: 'all who joined see the reply',
    });
    joined.get(thread)?.resolve();
  });
  await waitUntil(() => followed.every(({ streams }) => streams.length > 5), {
    ...soon,
    what: 'all are in the middle of their replies',
  });
  await stack.kill('worker');
  await Promise.all(joining);
  for (const { thread, streams } of followed) {
    await Promise.all(streams.map((stream) => stream.until(({ type }) => type === 'run.completed')));
    const reply = (await messagesOf(client, thread)).find(({ role }) => role === 'assistant');
    expect(reply?.content).toMatch(/^one 0[^]*\n\ntwo 0[^]*\n\nthree 0[^]*\n\nfour 0[^]*four 24\n\nover$/);
    for (const stream of streams) {
      stream.close();
      expect(shown(stream)).toBe(reply?.content);
      expect(new Set(deltasOf(stream).map(({ message_id }) => message_id))).toEqual(new Set([reply?.id]));
    }
  }
});

async function kill(worker: ServiceProcess): Promise<void> {
  worker.signal('SIGKILL');
  await worker.exited;
}

/** Posts a message to an agent of a class. */
async function ask(model_class: 'standard' | 'deep', content: string) {
  const { id, client } = await stack.workspace();
  const { id: agent } = await publishActing(client, undefined, [], { model_class });
  const run = await post(client, await startThread(client, agent), content);
  const charges = async () => (await accountOf(stack.db, id)).entries.filter(({ delta }) => delta < 0);
  return { client, run, charges };
}

const overloaded = (headers = {}) =>
  plainAnswer(529, anthropicError('overloaded_error', 'Overloaded'), headers);

it('[extract.in-a-run] [money.charged-once] [model.provider.retried] [model.fallback] workers are killed while an extraction waits for its model, a turn for its next try, and another turn for the second model of its class: the next worker goes on, and each is charged once', async () => {
  const extracting = silence();
  models.answers(
    extractCall({ text: 'Twelve.' }),
    extracting.answer,
    modelSays('{"total": 12}'),
    modelSays('It is twelve.'),
  );
  const extraction = await ask('standard', 'What is the total?');
  await extracting.asked;

  models.answersTo('Between two tries', overloaded({ 'retry-after': '20' }), modelSays('Back again.'));
  const betweenTries = await ask('standard', 'Between two tries');
  const failedTry = { code: 'overloaded', status: 529, retry_in_ms: 20_000 };
  await expect
    .poll(async () => (await traceOf(betweenTries.client, betweenTries.run)).unanswered_turn?.tries)
    .toMatchObject([failedTry]);

  const second = silence();
  models.answersTo('Between two models', overloaded(), second.answer, modelSays('I am the first.'));
  const betweenModels = await ask('deep', 'Between two models');
  await second.asked;

  // Any of them may have any of these.
  await Promise.all([kill(other.worker), stack.kill('worker')]);
  await stack.restart('worker');

  expect((await settled(extraction.client, extraction.run)).message?.content).toBe('It is twelve.');
  expect(await callsOf(extraction.client, extraction.run)).toMatchObject([
    { status: 'ok', result: { total: 12 } },
  ]);
  expect((await extraction.charges()).filter(({ reason }) => reason === 'extract')).toMatchObject([
    { delta: -110_000, ref: extraction.run },
  ]);

  expect((await settled(betweenTries.client, betweenTries.run)).message?.content).toBe('Back again.');
  expect((await traceOf(betweenTries.client, betweenTries.run)).turns).toMatchObject([
    { tries: [failedTry, { model: 'anthropic:test' }] },
  ]);
  expect(await betweenTries.charges()).toMatchObject([{ delta: -110_000 }]);

  expect((await settled(betweenModels.client, betweenModels.run)).message?.content).toBe('I am the first.');
  expect((await traceOf(betweenModels.client, betweenModels.run)).turns).toMatchObject([
    { model: 'anthropic:one', tries: [{ model: 'anthropic:one' }] },
  ]);
  expect(await betweenModels.charges()).toHaveLength(1);
});

it('[gate.rejected-before] a rejection stands when it comes while no worker is there, and whichever worker goes on', async () => {
  const { client } = await stack.workspace();
  const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  const thread = await startThread(client, (await publishActing(client, host, [pay])).id);
  const payBo = '/call pay {"amount":82000,"to":"Bo"}';
  const { id } = await converse(client, thread, `${payBo}\n---\n${payBo}\n---\n/say {{last}}`);
  const [held] = (await client.get<Approval[]>('/v1/loom/approvals')).data;
  await stack.kill('worker');
  const decision = { tool_call_id: held?.tool_call_id, decision: 'reject' };
  expect((await as('eve').post(`/v1/loom/runs/${id}/confirm`, decision)).status).toBe(202);
  await stack.restart('worker');
  const refused = { status: 'failed', error: { code: 'rejected_before' }, rejected_before: { by: 'eve' } };
  expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(await callsOf(client, id)).toMatchObject([{ result: { declined: true } }, refused]);
  await stack.kill('worker');
  await stack.restart('worker');
  const again = await converse(as('mallory'), thread, payBo);
  expect(await callsOf(client, again.id)).toMatchObject([refused]);
  expect((await client.get<Approval[]>('/v1/loom/approvals')).data).toEqual([]);
  expect(host.calls.filter(({ path }) => path === '/pay')).toEqual([]);
});

/** Posts a message whose run calls a patch that may not be repeated, and waits until the host has been asked. */
async function callInFlight(timeout_seconds: number) {
  const asked = Promise.withResolvers<ServerResponse>();
  host.answer = (_, response) => asked.resolve(response);
  const { client } = await stack.workspace();
  const agent = await publishActing(client, host, [actingPatch('pay', { timeout_seconds })]);
  const run = await post(client, await startThread(client, agent.id), script);
  return { client, run, response: await asked.promise };
}

const script = '/call pay {"amount":12}\n---\n/say {{last}}';
/** Longer than a stopping worker gives anything but calls, and than a worker was once given in all. */
const slowAnswerMs = 45_000;

it('[worker.stop.sent-calls] a call that a worker has sent when it is told to stop has its host’s answer as its result, however late that comes or can be stored, and its run continues at another worker', async () => {
  const before = host.calls.length;
  const late = await callInFlight(300);
  other.worker = await stack.startAnother('worker');
  stack.signal('worker', 'SIGTERM');
  // It has stopped polling, so the other worker does everything that is new.
  const next = await callInFlight(300);
  json(next.response, 200, { paid: 'by the other worker' });
  expect((await settled(next.client, next.run)).message?.content).toBe('{"paid":"by the other worker"}');
  const unstored = await callInFlight(300);
  const third = await stack.startAnother('worker');
  other.worker.signal('SIGTERM');
  stack.proxies.mongodb.freeze();
  json(unstored.response, 200, { paid: 'while MongoDB was away' });
  await sleep(slowAnswerMs);
  stack.proxies.mongodb.thaw();
  json(late.response, 200, { paid: 'late' });
  for (const [{ client, run }, paid] of [
    [late, 'late'],
    [unstored, 'while MongoDB was away'],
  ] as const) {
    const content = JSON.stringify({ paid });
    expect(await settled(client, run)).toMatchObject({ state: 'closed', message: { content } });
    expect(await callsOf(client, run)).toMatchObject([{ status: 'ok', result: { paid } }]);
  }
  expect(host.calls.slice(before)).toHaveLength(3);
  expect([await stack.ended('worker'), await other.worker.exited]).toEqual(['exit code 0', 'exit code 0']);
  other.worker = third;
});

it('[worker.stop.twice] a worker that is told to stop twice ends at once, and its call as outcome_unknown', async () => {
  const { client, run } = await callInFlight(20);
  let how: string | undefined;
  void other.worker.exited.then((words) => (how = words));
  const toldAgain = () => {
    if (how === undefined) other.worker.signal('SIGTERM');
    return how !== undefined;
  };
  await waitUntil(toldAgain, { timeoutMs: waitMs, everyMs: 200, what: 'the worker ends' });
  expect(how).toBe('SIGTERM');
  await stack.restart('worker');
  await settled(client, run);
  expect(await callsOf(client, run)).toMatchObject([
    { status: 'failed', result: { error: { code: 'outcome_unknown' } } },
  ]);
});
