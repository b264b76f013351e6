import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Balance } from '#contract/credits.ts';
import type { AcceptedMessage } from '#contract/message.ts';
import type { Run } from '#contract/run.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { type Acting, startActing } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { type DirectedModels, directedModels } from '../../support/directed-models.ts';
import { known, lookUp } from '../../support/identify.ts';
import { accountOf, leaveCredits } from '../../support/ledger.ts';
import { startService, type TestService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

/** In tests a token costs a thousandth: 4,000 in and 1,000 out. */
const estimate = 5;
const question = '/call ask_user {"question":"?"}\n---\n/say done';

let service: TestService;
let models: DirectedModels;
/** Accepts messages, and runs none of them. */
let idle: TestService;
beforeAll(async () => {
  models = directedModels();
  [service, idle] = await Promise.all([startService({ models }), startService({ worker: false })]);
});
afterAll(async () => await Promise.all([service.stop(), idle.stop()]));

const creditsOf = async (client: ApiClient) =>
  (await client.get<z.infer<typeof Balance>>('/v1/credits')).data;
const heldOf = async (client: ApiClient) => (await creditsOf(client)).held;

/** A run that waits for an answer, and so for its end. */
async function startPaused(): Promise<Acting & { run: Run }> {
  const acting = await startActing(service);
  const run = await converse(acting.client, acting.thread, question);
  expect(run.state).toBe('awaiting_input');
  return { ...acting, run };
}

it('[money.hold] [credits.held] a run holds the estimate of a turn from the moment it is accepted, or what its agent allows when that is less', async () => {
  const { client } = await idle.workspace({ credits: 100, subject: 'ada' });
  expect(await creditsOf(client)).toEqual({ balance: 100, held: 0 });
  await post(client, await startThread(client), 'Hello');
  expect(await creditsOf(client)).toEqual({ balance: 100, held: estimate });
  const limits = { max_turns: 24, max_credits: 0.25, pause_ttl_seconds: 60 };
  const { id } = await publishScripted(client, { key: 'thrifty', limits });
  await post(client, await startThread(client, id), 'Hello');
  expect(await creditsOf(client)).toEqual({ balance: 100, held: estimate + 0.25 });
  // It is no change of the balance.
  expect((await client.get('/v1/credits/ledger')).data).toHaveLength(1);
});

it('[money.hold] a run that is finished holds nothing, and its ledger has its charges alone', async () => {
  const { client, run, thread, workspace } = await startPaused();
  expect(await heldOf(client)).toBe(estimate);
  expect(await converse(client, thread, 'yes')).toMatchObject({
    id: run.id,
    state: 'closed',
    reason: 'finished',
  });
  const { held, entries } = await accountOf(service.db, workspace);
  expect(held).toBe(0);
  expect(entries.map(({ reason }) => reason)).toEqual(['grant', 'turn', 'turn']);
});

const cancel = async (client: ApiClient, run: string) => await client.post(`/v1/loom/runs/${run}/cancel`);

it.each([
  { end: 'was cancelled', script: question, limits: {}, ended: { reason: 'cancelled' }, by: cancel },
  { end: 'has expired', script: question, limits: { pause_ttl_seconds: 1 }, ended: { reason: 'expired' } },
  {
    end: 'has failed',
    script: '/call list_banks {}\n---\n/say never',
    limits: { max_turns: 1 },
    ended: { state: 'failed', error: { code: 'turn_limit' } },
  },
])(
  '[money.hold] [run.end.turn-limit] a run that $end holds nothing',
  async ({ script, limits, ended, by }) => {
    const agent = { limits: { max_turns: 24, pause_ttl_seconds: 60, ...limits } };
    const { client, thread } = await startActing(service, { agent });
    const { id } = await converse(client, thread, script);
    await by?.(client, id);
    await expect.poll(async () => await settled(client, id)).toMatchObject(ended);
    expect(await heldOf(client)).toBe(0);
  },
);

/** Posts to so many threads at once; resolves to the answers. */
async function postToMany(clients: ApiClient[], agent: string, count: number) {
  const [client] = clients as [ApiClient];
  const threads = await Promise.all(Array.from({ length: count }, () => startThread(client, agent)));
  return await Promise.all(
    threads.map(async (thread, index) => {
      const sender = clients[index % clients.length] as ApiClient;
      return await sender.post<AcceptedMessage>(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' });
    }),
  );
}

it('[money.hold] [money.empty-balance] of 12 messages at once, over two processes, 12 credits start 3 runs', async () => {
  const { id, client } = await idle.workspace({ credits: 12, subject: 'ada' });
  const second = client.at((await idle.secondApi()).baseUrl);
  const answers = await postToMany([client, second], (await publishScripted(client)).id, 12);
  expect(answers.map((answer) => verdict(answer).join(' ')).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => '202'),
    ...Array.from({ length: 9 }, () => '402 insufficient_credits'),
  ]);
  expect(await accountOf(idle.db, id)).toMatchObject({ balance: 12e6, held: 3 * estimate * 1e6 });
  expect((await client.get('/v1/loom/runs')).data).toHaveLength(3);
});

it('[money.hold] [money.empty-balance] of 12 messages at once on a balance of 0.01 no more is spent than one model turn costs', async () => {
  const { id, client } = await service.workspace({ credits: 0.01, subject: 'ada' });
  const agent = await publishScripted(client, { model_class: 'fast' });
  const answers = await postToMany([client], agent.id, 12);
  // Not before all were answered: what the turn leaves would pay for another.
  (await models.turn()).end();
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted).toHaveLength(1);
  const run = await settled(client, accepted[0]?.data.run_id ?? '');
  expect(run).toMatchObject({ state: 'closed', reason: 'finished' });
  const { balance, held, entries } = await accountOf(service.db, id);
  expect(entries.filter(({ reason }) => reason === 'turn')).toHaveLength(1);
  expect([balance, held]).toEqual([10_000 - Math.round(run.cost_credits * 1e6), 0]);
});

/** Runs in a call of their first turn, until the host is released. */
async function startCalling(count: number) {
  const host = await startHost();
  const answer = Promise.withResolvers<void>();
  host.answer = (_, response) => void answer.promise.then(() => json(response, 200, { ok: true }));
  const patches = [actingPatch('look', { timeout_seconds: 300 })];
  const acting = await startActing(service, { host, patches });
  const { client, agent } = acting;
  const runs = await Promise.all(
    Array.from({ length: count }, async () => {
      const thread = await startThread(client, agent.id);
      return await post(client, thread, '/call look {}\n---\n/say done');
    }),
  );
  await waitUntil(() => host.calls.length === count, { timeoutMs: 120_000, what: 'all runs call the host' });
  const goOn = async () => {
    answer.resolve();
    const ended = await Promise.all(runs.map(async (run) => await settled(client, run)));
    await host.stop();
    return ended;
  };
  return { ...acting, goOn };
}

const stopped = { state: 'failed', error: { code: 'insufficient_credits' } };
const finished = { state: 'closed', reason: 'finished' };

it('[money.hold.next-turn] of runs that go on at once with less left than others hold, at most one takes another turn', async () => {
  const { workspace, goOn } = await startCalling(5);
  // Enough for the turns of all of them.
  await leaveCredits(service.db, workspace, 1_000_000);
  const failed = (await goOn()).filter(({ error }) => error?.code === 'insufficient_credits');
  expect(failed.length).toBeOneOf([4, 5]);
  expect((await accountOf(service.db, workspace)).held).toBe(0);
});

it('[money.hold.next-turn] [money.runs-out] what a run holds that works is not spent on a later turn of another, which it can spend itself', async () => {
  const { workspace, client, thread, goOn } = await startCalling(1);
  await converse(client, thread, question);
  await leaveCredits(service.db, workspace, estimate * 1e6);
  expect(await converse(client, thread, 'yes')).toMatchObject(stopped);
  expect(await goOn()).toMatchObject([finished]);
});

it('[money.hold.next-turn] a run goes on while others that work hold less than what is left', async () => {
  const { workspace, client, thread, goOn } = await startCalling(1);
  await converse(client, thread, question);
  await leaveCredits(service.db, workspace, (estimate + 1) * 1e6);
  expect(await converse(client, thread, 'yes')).toMatchObject(finished);
  await goOn();
});

it('[money.hold.next-turn] what paused runs hold stops no run that has started, and starts no other', async () => {
  const { workspace, client, agent } = await startActing(service);
  const threads = await Promise.all(
    Array.from({ length: 3 }, async () => await startThread(client, agent.id)),
  );
  for (const thread of threads) await converse(client, thread, question);
  await leaveCredits(service.db, workspace, estimate * 1e6);
  const another = await startThread(client, agent.id);
  const message = await client.post(`/v1/loom/threads/${another}/messages`, { content: 'Hello' });
  expect(verdict(message)).toEqual([402, 'insufficient_credits']);
  for (const thread of threads) expect(await converse(client, thread, 'yes')).toMatchObject(finished);
  expect(await creditsOf(client)).toMatchObject({ held: 0 });
});

it('messages that come at once on one thread, of which each is tried again when another came first, hold one estimate each', async () => {
  const { id, client } = await idle.workspace({ credits: 1000, subject: 'ada' });
  const thread = await startThread(client);
  const runs = await Promise.all(Array.from({ length: 8 }, async () => await post(client, thread, 'Hello')));
  expect(new Set(runs).size).toBe(8);
  expect(await accountOf(idle.db, id)).toMatchObject({ held: 8 * estimate * 1e6 });
  expect(await idle.db.accounts.findOne({ _id: id })).toMatchObject({ reservations: [] });
});

it('[money.held-not-spent] what runs hold is not spent on lookups, which go on once there is more', async () => {
  const { id, client } = await idle.workspace({ credits: 5.5, subject: 'ada' });
  await post(client, await startThread(client), 'Hello');
  expect(verdict(await lookUp(client, known))).toEqual([200]);
  expect(verdict(await lookUp(client, known))).toEqual([402, 'insufficient_credits']);
  expect(await creditsOf(client)).toEqual({ balance: 4.5, held: estimate });
  await leaveCredits(idle.db, id, 5_000_001);
  expect(verdict(await lookUp(client, known))).toEqual([200]);
});

it('[money.empty-balance] where a turn has no price nothing is held, and a balance is needed all the same', async () => {
  const free = { input: 0, output: 0 };
  const prices = { fast: free, standard: free, deep: free, scripted: free };
  const unpriced = await startService({ worker: false, services: { prices } });
  try {
    const { id, client } = await unpriced.workspace({ credits: 0, subject: 'ada' });
    const thread = await startThread(client);
    const message = async () =>
      verdict(await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' }));
    expect(await message()).toEqual([402, 'insufficient_credits']);
    await leaveCredits(unpriced.db, id, 1);
    expect(await message()).toEqual([202]);
    expect(await creditsOf(client)).toEqual({ balance: 0.000_001, held: 0 });
  } finally {
    await unpriced.stop();
  }
});
