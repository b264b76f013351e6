import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { publishActing } from '../support/acting.ts';
import { callsOf } from '../support/acting-run.ts';
import { post, settled, startThread } from '#client/conversation.ts';
import { followThread, type OpenStream, type SentEvent } from '../support/event-source.ts';
import { extractCall, modelEnvironment, modelSays } from '../support/extract.ts';
import { accountOf } from '../support/ledger.ts';
import { type ModelServer, silence, startModelServer } from '#dev/stand-ins/model-servers/model-server.ts';
import { patience } from '../support/patience.ts';
import { type ProcessStack, startProcessStack, untilApiAnswers } from '../support/process-stack.ts';

vi.setConfig(patience);

let models: ModelServer;
let stack: ProcessStack;
let client: Awaited<ReturnType<ProcessStack['workspace']>>['client'];
let apiKey: string;
let agent: string;
beforeAll(async () => {
  models = await startModelServer();
  stack = await startProcessStack('streaming', modelEnvironment(models.url));
  ({ client, apiKey } = await stack.workspace());
  agent = (await publishActing(client, undefined, [])).id;
});
afterAll(async () => {
  await stack?.stop();
  await models?.close();
});

const step = '/sleep 300\n/call update_plan {"steps":[{"title":"on","status":"active"}]}';
const script = [...Array.from({ length: 12 }, () => step), '/say over'].join('\n---\n');

const follow = async (threadId: string, lastEventId?: string): Promise<OpenStream> =>
  await followThread({
    baseUrl: stack.apiUrl,
    apiKey,
    subject: 'ada',
    threadId,
    ...(lastEventId === undefined ? {} : { lastEventId }),
  });

const ends = ({ type }: SentEvent) => type === 'run.completed';

it('[event.stream.resume] [invariant.event-once] clients of an API that is killed, with the worker, go on at another without loss or repeat', async () => {
  const followed = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const thread = await startThread(client, agent);
      return { thread, seen: [] as SentEvent[], stream: await follow(thread) };
    }),
  );
  for (const { thread } of followed) {
    await client.post(`/v1/loom/threads/${thread}/messages`, { content: script });
  }
  for (let count = 0; count < 2; count += 1) {
    // The run is in its middle, or went on while nobody listened: there is something to come until its end was seen.
    await Promise.all(
      followed
        .filter(({ seen }) => !seen.some(ends))
        .map(({ stream }) => stream.until(({ id }) => id !== undefined)),
    );
    await stack.kill('api');
    if (count === 0) await stack.kill('worker');
    await stack.restart('api');
    if (count === 0) await stack.restart('worker');
    await untilApiAnswers(stack.apiUrl);
    for (const one of followed) {
      await one.stream.ended.catch(() => {});
      one.seen.push(...one.stream.events.filter(({ id }) => id !== undefined));
      one.stream = await follow(one.thread, one.seen.at(-1)?.id);
    }
  }
  const unended = followed.filter(({ seen }) => !seen.some(ends));
  await Promise.all(unended.map(({ stream }) => stream.until(ends)));
  for (const { thread, seen, stream } of followed) {
    stream.close();
    const log = await stack.db.events.find({ thread_id: thread }).sort({ thread_seq: 1 }).toArray();
    expect([...seen, ...stream.events].flatMap(({ id }) => id ?? [])).toEqual(log.map(({ _id }) => _id));
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  }
});

it('[event.stream] an API that is told to stop ends its streams whole, and does not wait for their clients', async () => {
  const streams = await Promise.all(
    Array.from({ length: 20 }, async () => await follow(await startThread(client, agent))),
  );
  stack.signal('api', 'SIGTERM');
  // Whoever is cut off, because the API gave up waiting, rejects.
  const ended = await Promise.allSettled(streams.map((stream) => stream.ended));
  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'fulfilled'));
  await waitUntil(async () => (await fetch(`${stack.apiUrl}/healthz`).catch(() => undefined)) === undefined, {
    timeoutMs: 20_000,
    what: 'the API is gone',
  });
  await stack.restart('api');
});

it('[extract.in-a-run] [money.charged-once] a worker is killed while its extraction waits for the model: the next one makes it, charged once', async () => {
  const { id, client: fresh } = await stack.workspace();
  const { id: standard } = await publishActing(fresh, undefined, [], { model_class: 'standard' });
  const thread = await startThread(fresh, standard);
  const { answer, asked } = silence();
  models.answers(
    extractCall({ text: 'Twelve.' }),
    answer,
    modelSays('{"total": 12}'),
    modelSays('It is twelve.'),
  );
  const run = await post(fresh, thread, 'What is the total?');
  await asked;
  await stack.kill('worker');
  await stack.restart('worker');
  expect((await settled(fresh, run)).message?.content).toBe('It is twelve.');
  expect(await callsOf(fresh, run)).toMatchObject([{ status: 'ok', result: { total: 12 } }]);
  const { entries } = await accountOf(stack.db, id);
  expect(entries.filter(({ reason }) => reason === 'extract')).toMatchObject([{ delta: -110_000, ref: run }]);
});
