import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AcceptedMessage } from '#contract/message.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { type Host, json, startHost } from '../support/acting.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { createConnection } from '../support/connections.ts';
import { messagesOf, settled, startThread } from '#client/conversation.ts';
import { extractFrom, modelEnvironment, modelSays } from '../support/extract.ts';
import { isReplayed, withKey } from '../support/idempotency.ts';
import { accountOf } from '../support/ledger.ts';
import { type ModelServer, silence, startModelServer } from '#dev/stand-ins/model-servers/model-server.ts';
import { patience } from '../support/patience.ts';
import { type ProcessStack, startProcessStack, untilApiAnswers } from '../support/process-stack.ts';
import { verdict } from '../support/verdict.ts';

vi.setConfig(patience);

const leaseSeconds = 3;
const soon = { timeoutMs: 60_000, everyMs: 5 };

let models: ModelServer;
let stack: ProcessStack;
let client: ApiClient;
let keyed: ApiClient;
beforeAll(async () => {
  models = await startModelServer();
  stack = await startProcessStack('keys', {
    IDEMPOTENCY_LEASE_SECONDS: String(leaseSeconds),
    ...modelEnvironment(models.url),
  });
});
beforeEach(async () => {
  ({ client } = await stack.workspace());
  keyed = withKey(client);
});
afterAll(async () => {
  await stack?.stop();
  await models?.close();
});

async function restartApi(): Promise<void> {
  await stack.restart('api');
  await untilApiAnswers(stack.apiUrl);
}

/** Sends the same request as a client would, until it gets more than "come back later". */
async function persist<Data>(send: () => Promise<ApiAnswer<Data>>): Promise<ApiAnswer<Data>> {
  const answers: ApiAnswer<Data>[] = [];
  const settledAnswer = async () => {
    const answer = await send();
    answers.push(answer);
    return answer.status !== 409;
  };
  await waitUntil(settledAnswer, { timeoutMs: 60_000, everyMs: 200, what: 'the key is free' });
  for (const refused of answers.slice(0, -1)) {
    expect(verdict(refused)).toEqual([409, 'idempotency_in_flight']);
    expect(refused.headers.get('retry-after')).toBe('1');
  }
  return answers.at(-1) as ApiAnswer<Data>;
}

it('[idempotency.lease] the API is killed between the work and the response: the retry gets the run that was opened', async () => {
  const thread = await startThread(client);
  const send = async () =>
    await keyed.post<AcceptedMessage>(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' });
  // A server that is stopped takes the start into its socket: the message is stored, and its response is not yet.
  stack.signal('temporal', 'SIGSTOP');
  const cutOff = send().catch(() => 'cut off');
  await waitUntil(async () => (await stack.db.runs.countDocuments({ thread_id: thread })) === 1, {
    ...soon,
    what: 'the run is stored',
  });
  await stack.kill('api');
  const first = await cutOff;
  stack.signal('temporal', 'SIGCONT');
  await restartApi();
  const { status, data } = await persist(send);
  expect(status).toBe(202);
  // An API that lives for as long as it waits for Temporal has answered: then it named the same run.
  expect(['cut off', data.run_id]).toContain(typeof first === 'string' ? first : first.data.run_id);
  expect((await settled(client, data.run_id)).state).toBe('closed');
  const again = await send();
  expect([again.data.run_id, isReplayed(again)]).toEqual([data.run_id, true]);
  expect(await stack.db.runs.countDocuments({ thread_id: thread })).toBe(1);
  expect((await messagesOf(client, thread)).map(({ content }) => content)).toEqual([
    'Hello',
    'You said: Hello',
  ]);
});

it('[idempotency.lease] the API is killed while it works: the retry waits for the lease, and works', async () => {
  const host: Host = await startHost();
  try {
    host.answer = () => {};
    const { id } = await createConnection(client, { base_url: host.url });
    const send = async () => await keyed.post(`/v1/connections/${id}/test`);
    const cutOff = send().catch(() => 'cut off');
    await waitUntil(() => host.calls.length === 1, { ...soon, what: 'the request works' });
    await stack.kill('api');
    expect(await cutOff).toBe('cut off');
    host.answer = (_, response) => json(response, 200, {});
    await restartApi();
    expect(await persist(send)).toMatchObject({ status: 200, data: { ok: true } });
    expect(host.calls.length).toBe(2);
  } finally {
    await host.stop();
  }
});

it('[extract.priced] [idempotency.lease] the API is killed while an extraction waits for the model: the retry makes it, charged once', async () => {
  const { id, client: fresh } = await stack.workspace();
  const keyed = withKey(fresh);
  const send = async () => await extractFrom(keyed, 'Twelve.', { model_class: 'standard' });
  const { answer, asked } = silence();
  models.answers(answer, modelSays('{"total": 12}'));
  const cutOff = send().catch(() => 'cut off');
  await asked;
  await stack.kill('api');
  expect(await cutOff).toBe('cut off');
  await restartApi();
  expect(await persist(send)).toMatchObject({ status: 200, data: { result: { total: 12 } } });
  const { entries } = await accountOf(stack.db, id);
  expect(entries.map(({ reason, delta }) => [reason, delta])).toEqual([
    ['grant', expect.any(Number)],
    ['extract', -110_000],
  ]);
});

it('[idempotency.lease] [idempotency.simultaneous] the API is killed amid a burst of keys: each key has one run', async () => {
  const thread = await startThread(client);
  const path = `/v1/loom/threads/${thread}/messages`;
  const keys = Array.from({ length: 40 }, (_, index) => withKey(client, `burst ${index}`));
  const sendAll = keys.map((one) =>
    one.post<AcceptedMessage>(path, { content: 'Hello' }).catch(() => undefined),
  );
  await waitUntil(async () => (await stack.db.runs.countDocuments({ thread_id: thread })) >= 5, {
    ...soon,
    what: 'some runs are stored',
  });
  await stack.kill('api');
  const answered = await Promise.all(sendAll);
  await restartApi();
  const persisted = await Promise.all(
    keys.map((one) => persist(() => one.post<AcceptedMessage>(path, { content: 'Hello' }))),
  );
  expect(new Set(persisted.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(persisted.map(({ data }) => data.run_id)).size).toBe(keys.length);
  const answeredRuns = answered.map((answer, index) => answer?.data?.run_id ?? persisted[index]?.data.run_id);
  expect(answeredRuns).toEqual(persisted.map(({ data }) => data.run_id));
  expect(await stack.db.runs.countDocuments({ thread_id: thread })).toBe(keys.length);
});
