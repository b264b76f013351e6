import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { connectMcpClient } from '#tools/attack/mcp-client.ts';
import { Tenant } from '#tools/attack/tenant.ts';
import { messagesOf, post, settled, startThread } from '#clients/raw/conversation.ts';
import type { AcceptedMessage } from '#contract/message.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, json, publishActing, startHost } from '../support/acting.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { createConnection } from '../support/connections.ts';
import { followThread, type OpenStream, type SentEvent } from '../support/event-source.ts';
import { extractFrom, modelEnvironment, modelSays } from '../support/extract.ts';
import { isReplayed, withKey } from '../support/idempotency.ts';
import { accountOf } from '../support/ledger.ts';
import { silence, startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { patience, waitMs } from '../support/patience.ts';
import { perFile } from '../support/per-file.ts';
import { startProcessStack, untilApiAnswers } from '../support/process-stack.ts';
import { verdict } from '../support/verdict.ts';

vi.setConfig(patience);

const soon = { timeoutMs: waitMs, everyMs: 5 };

const models = perFile(startModelServer, async (it) => await it.close());
const host = perFile(startHost);
// One stack lives through all of these: each starts again what it ends.
const stack = perFile(() =>
  startProcessStack('api', { IDEMPOTENCY_LEASE_SECONDS: '3', ...modelEnvironment(models.url) }),
);
let workspace: Awaited<ReturnType<typeof stack.workspace>>;
let client: ApiClient;
let agent: string;
beforeAll(async () => {
  workspace = await stack.workspace();
  ({ client } = workspace);
  agent = (await publishActing(client, host, [actingPatch('look', { timeout_seconds: 300 })])).id;
});

async function restartApi(): Promise<void> {
  await stack.restart('api');
  await untilApiAnswers(stack.apiUrl);
}

const follow = async (threadId: string, lastEventId?: string): Promise<OpenStream> =>
  await followThread({
    baseUrl: stack.apiUrl,
    apiKey: workspace.apiKey,
    subject: 'ada',
    threadId,
    ...(lastEventId === undefined ? {} : { lastEventId }),
  });

const ends = ({ type }: SentEvent) => type === 'run.completed';

const step = '/sleep 300\n/call update_plan {"steps":[{"title":"on","status":"active"}]}';
const script = [...Array.from({ length: 5 }, () => step), '/say over'].join('\n---\n');

it('[event.stream.resume] [invariant.event-once] clients of an API that is killed, with the worker, go on at another without loss or repeat', async () => {
  const followed = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const thread = await startThread(client, agent);
      return { thread, stream: await follow(thread) };
    }),
  );
  for (const { thread } of followed) await post(client, thread, script);
  // Each run is in its middle.
  await Promise.all(followed.map(({ stream }) => stream.until(({ id }) => id !== undefined)));
  await Promise.all([stack.kill('api'), stack.kill('worker')]);
  await Promise.all([restartApi(), stack.restart('worker')]);
  for (const { thread, stream } of followed) {
    await stream.ended.catch(() => {});
    const before = stream.events.filter(({ id }) => id !== undefined);
    const resumed = await follow(thread, before.at(-1)?.id);
    if (!before.some(ends)) await resumed.until(ends);
    resumed.close();
    const log = await stack.db.events.find({ thread_id: thread }).sort({ thread_seq: 1 }).toArray();
    expect([...before, ...resumed.events].flatMap(({ id }) => id ?? [])).toEqual(log.map(({ _id }) => _id));
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  }
});

it('[event.stream] an API that is told to stop ends its streams whole, answers who waits, over MCP too, and stores the records of all that it answered', async () => {
  // The runs stay as they are for as long as anybody waits.
  const asked: ServerResponse[] = [];
  host.answer = (_, response) => void asked.push(response);
  const streams = await Promise.all(
    Array.from({ length: 20 }, async () => await follow(await startThread(client, agent))),
  );
  const look = '/call look {}';
  const run = await post(client, await startThread(client, agent), look);
  const mcp = await connectMcpClient(new Tenant(stack.apiUrl, workspace.id, workspace.apiKey), agent);
  const calling = mcp.call('send_message', { message: look });
  await waitUntil(() => asked.length === 2, { ...soon, what: 'both runs are at work' });
  const waiting = client.get<{ state: string }>(`/v1/loom/runs/${run}?wait=30`);
  await Promise.all(Array.from({ length: 30 }, async () => await client.get('/v1/patches')));
  stack.signal('api', 'SIGTERM');
  // Requests that the API cut off, because it gave up waiting for clients, reject.
  const ended = await Promise.allSettled(streams.map((stream) => stream.ended));
  expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'fulfilled'));
  expect((await waiting).data.state).toBe('running');
  expect((await calling).run.state).toBe('running');
  expect(await stack.ended('api')).toBe('exit code 0');
  const records = await stack.db.requests.find({ workspace_id: workspace.id }).toArray();
  const count = (method: string, path: string) =>
    records.filter((record) => record.method === method && record.route === path).length;
  expect(count('GET', '/v1/patches')).toBe(30);
  expect(count('GET', '/v1/loom/runs/{id}')).toBe(1);
  expect(count('POST', '/mcp/{agent_id}')).toBe(1);
  for (const response of asked) json(response, 200, {});
  await restartApi();
});

/** Sends the same request as a client would, until it gets more than "come back later". */
async function persist<Data>(send: () => Promise<ApiAnswer<Data>>): Promise<ApiAnswer<Data>> {
  const answers: ApiAnswer<Data>[] = [];
  const settledAnswer = async () => {
    const answer = await send();
    answers.push(answer);
    return answer.status !== 409;
  };
  await waitUntil(settledAnswer, { timeoutMs: waitMs, everyMs: 200, what: 'the key is free' });
  for (const refused of answers.slice(0, -1)) {
    expect(verdict(refused)).toEqual([409, 'idempotency_in_flight']);
    expect(refused.headers.get('retry-after')).toBe('1');
  }
  return answers.at(-1) as ApiAnswer<Data>;
}

describe('the API is killed while it works on requests with keys', () => {
  const burst = 40;
  let thread: string;
  let path: string;
  let alone: string;
  let send: () => Promise<ApiAnswer<AcceptedMessage>>;
  let stored: ApiAnswer<AcceptedMessage> | 'cut off';
  let extracting: Awaited<ReturnType<typeof stack.workspace>>;
  let test: () => Promise<ApiAnswer>;
  let extract: () => Promise<ApiAnswer>;
  let keys: ApiClient[];
  let cutOff: unknown[];
  let answered: (ApiAnswer<AcceptedMessage> | undefined)[];

  // One death, which takes its time, is of all.
  beforeAll(async () => {
    host.calls.length = 0;
    host.answer = () => {};
    const { id } = await createConnection(client, { base_url: host.url });
    const keyed = withKey(client);
    test = async () => await keyed.post(`/v1/connections/${id}/test`);
    extracting = await stack.workspace();
    const extractor = withKey(extracting.client);
    extract = async () => await extractFrom(extractor, 'Twelve.', { model_class: 'standard' });
    const { answer, asked } = silence();
    models.answers(answer, modelSays('{"total": 12}'));
    thread = await startThread(client);
    path = `/v1/loom/threads/${thread}/messages`;
    keys = Array.from({ length: burst }, (_, index) => withKey(client, `burst ${index}`));
    alone = await startThread(client);
    const lone = withKey(client);
    send = async () =>
      await lone.post<AcceptedMessage>(`/v1/loom/threads/${alone}/messages`, { content: 'Hello' });
    const sent = keys.map((one) =>
      one.post<AcceptedMessage>(path, { content: 'Hello' }).catch(() => undefined),
    );
    const untilStored = async (thread_id: string, least: number) =>
      await waitUntil(async () => (await stack.db.runs.countDocuments({ thread_id })) >= least, {
        ...soon,
        what: `${least} runs are stored`,
      });
    await untilStored(thread, 5);
    // A server that is frozen never reads that there is a run: the message is stored, and its response is not yet.
    stack.proxies.temporal.freeze();
    const sentAlone = send().catch(() => 'cut off' as const);
    await untilStored(alone, 1);
    // The last thing before the death: the request that works on has only so much time.
    const hanging = [test(), extract()].map(async (each) => await each.catch(() => 'cut off'));
    await Promise.all([
      asked,
      waitUntil(() => host.calls.length === 1, { ...soon, what: 'the request works' }),
    ]);
    await stack.kill('api');
    [stored, cutOff, answered] = await Promise.all([sentAlone, Promise.all(hanging), Promise.all(sent)]);
    stack.proxies.temporal.thaw();
    host.answer = (_, response) => json(response, 200, {});
    await restartApi();
  });

  it('[idempotency.lease] between the work and the response: the retry gets the run that was opened', async () => {
    const { status, data } = await persist(send);
    expect(status).toBe(202);
    // An API that lives for as long as it waits for Temporal has answered: then it named the same run.
    expect(['cut off', data.run_id]).toContain(stored === 'cut off' ? stored : stored.data.run_id);
    expect((await settled(client, data.run_id)).state).toBe('closed');
    const again = await send();
    expect([again.data.run_id, isReplayed(again)]).toEqual([data.run_id, true]);
    expect(await stack.db.runs.countDocuments({ thread_id: alone })).toBe(1);
    expect((await messagesOf(client, alone)).map(({ content }) => content)).toEqual([
      'Hello',
      'You said: Hello',
    ]);
  });

  it('[idempotency.lease] the retry waits for the lease, and works', async () => {
    expect(cutOff).toEqual(['cut off', 'cut off']);
    expect(await persist(test)).toMatchObject({ status: 200, data: { ok: true } });
    expect(host.calls.length).toBe(2);
  });

  it('[extract.priced] [idempotency.lease] an extraction that waited for the model is made by the retry, charged once', async () => {
    expect(await persist(extract)).toMatchObject({ status: 200, data: { result: { total: 12 } } });
    const { entries } = await accountOf(stack.db, extracting.id);
    expect(entries.map(({ reason, delta }) => [reason, delta])).toEqual([
      ['grant', expect.any(Number)],
      ['extract', -110_000],
    ]);
  });

  it('[idempotency.lease] [idempotency.simultaneous] amid a burst of keys, each key has one run', async () => {
    const persisted = await Promise.all(
      keys.map((one) => persist(() => one.post<AcceptedMessage>(path, { content: 'Hello' }))),
    );
    expect(new Set(persisted.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(persisted.map(({ data }) => data.run_id)).size).toBe(keys.length);
    const answeredRuns = answered.map(
      (answer, index) => answer?.data?.run_id ?? persisted[index]?.data.run_id,
    );
    expect(answeredRuns).toEqual(persisted.map(({ data }) => data.run_id));
    expect(await stack.db.runs.countDocuments({ thread_id: thread })).toBe(keys.length);
  });
});
