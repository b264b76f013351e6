import { beforeAll, expect, it, vi } from 'vitest';
import type { Run } from '#contract/run.ts';
import { EventFeed } from '#store/events/event-feed.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, post, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { directedModels } from '../../support/directed-models.ts';
import { startService } from '../../support/service.ts';
import { openUnstartedRun } from '../../support/unstarted-run.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

const models = directedModels();
const service = perFile(() => startService({ models }));
let client: ApiClient;
let agent: string;
/** Its turns are made by the test. */
let directed: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = (await publishScripted(client)).id;
  directed = (await publishScripted(client, { key: 'directed', model_class: 'fast' })).id;
});

/** A run as it was answered, and how long that took. */
interface Answer {
  run: Run;
  ms: number;
  awakeMs: number;
}

async function get(id: string, query = ''): Promise<Answer> {
  const before = performance.now();
  const awakeSince = watchAwake();
  const { data } = await client.get<Run>(`/v1/loom/runs/${id}${query}`);
  return { run: data, ms: performance.now() - before, awakeMs: awakeSince() };
}

/** Starts to count the milliseconds in which this process does not stand still; returns what ends that. */
function watchAwake(): () => number {
  let ms = 0;
  const timer = setInterval(() => (ms += 100), 100);
  return () => {
    clearInterval(timer);
    return ms;
  };
}

it('[run.wait.not-running] a run that has ended is answered at once', async () => {
  const { id } = await converse(client, await startThread(client, agent), 'Hello');
  const { run, awakeMs } = await get(id, '?wait=30');
  expect(run.state).toBe('closed');
  expect(awakeMs).toBeLessThan(25_000);
});

/** A run whose model works until the test ends its turn. */
async function startRun(): Promise<{ id: string; end: () => void }> {
  const id = await post(client, await startThread(client, directed), 'Hello');
  const turn = await models.turn();
  const end = () => {
    turn.say('done');
    turn.end();
  };
  return { id, end };
}

/** Resolves once so many requests wait for a run: each of them follows it. */
async function startWaiting(id: string, count: number): Promise<{ answers: Promise<Answer[]> }> {
  const follow = vi.spyOn(EventFeed.prototype, 'follow');
  const answers = Promise.all(Array.from({ length: count }, async () => await get(id, '?wait=30')));
  const followers = () => follow.mock.settledResults.filter(({ type }) => type === 'fulfilled').length;
  await expect.poll(followers).toBe(count);
  follow.mockRestore();
  return { answers };
}

it('[run.wait.leaves-running] a run is answered as soon as it ends', async () => {
  const { id, end } = await startRun();
  expect((await get(id)).run.state).toBe('running');
  const waiting = await startWaiting(id, 1);
  end();
  const [{ run, awakeMs } = { run: undefined, awakeMs: Infinity }] = await waiting.answers;
  expect([run?.state, run?.message?.content]).toEqual(['closed', 'done']);
  // Without a notification, it would wait for all of the 30 seconds.
  expect(awakeMs).toBeLessThan(25_000);
});

it('[run.wait.leaves-running] all who wait are answered', async () => {
  const { id, end } = await startRun();
  const waiting = await startWaiting(id, 10);
  end();
  const answers = await waiting.answers;
  expect(answers.map(({ run }) => run.state)).toEqual(answers.map(() => 'closed'));
});

it('[run.wait.times-out] a run that goes on is answered as it is when the time is over', async () => {
  const id = await openUnstartedRun(service, await startThread(client, agent));
  const { run, ms } = await get(id, '?wait=1');
  expect(run.state).toBe('running');
  expect(ms).toBeGreaterThanOrEqual(990);
});

it('without wait, or with wait=0, a run is answered as it is', async () => {
  const id = await openUnstartedRun(service, await startThread(client, agent));
  for (const query of ['', '?wait=0']) {
    expect((await get(id, query)).run.state).toBe('running');
  }
});

it.each(['31', '-1', 'x', '', '1e1', '0x1', '30.5', '999999999999', '%00', '1&wait=2'])(
  '[run.wait.bounds] wait=%s is refused',
  async (wait) => {
    const answer = await client.get(`/v1/loom/runs/${newId()}?wait=${wait}`);
    expect(verdict(answer)).toEqual([422, 'invalid_request']);
    expect(answer.error.details).toEqual([expect.objectContaining({ path: 'wait' })]);
  },
);

it.each(['', '?wait=30'])('[run.get.unknown] a run%s that does not exist is 404 at once', async (query) => {
  const awakeSince = watchAwake();
  expect(verdict(await client.get(`/v1/loom/runs/${newId()}${query}`))).toEqual([404, 'not_found']);
  expect(verdict(await client.get(`/v1/loom/runs/${newId()}/trace`))).toEqual([404, 'not_found']);
  expect(awakeSince()).toBeLessThan(25_000);
});

it('[run.get.terminal] [run.get.message] [run.end.closed-at] a run at work is not terminal, and has neither reply nor end', async () => {
  const thread = await startThread(client, agent);
  const id = await openUnstartedRun(service, thread);
  expect((await get(id)).run).toEqual({
    id,
    thread_id: thread,
    subject_ref: 'ada',
    agent: { id: agent, name: expect.any(String) },
    origin: 'api',
    state: 'running',
    terminal: false,
    cost_credits: 0,
    opened_at: expect.any(String),
  });
});
