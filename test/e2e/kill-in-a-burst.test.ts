import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { publishScripted, startThread } from '../support/conversation.ts';
import {
  type PartName,
  type ProcessStack,
  startProcessStack,
  untilApiAnswers,
} from '../support/process-stack.ts';
import { accountOf } from '../support/ledger.ts';

const messages = 200;
const threads = 50;
const clients = 16;
/** In credits: more than all messages cost. */
const credits = 1000;
let stack: ProcessStack;

beforeAll(async () => {
  stack = await startProcessStack('burst');
});
afterAll(async () => await stack?.stop());

const restarting = new Map<PartName, Promise<void>>();

/** A part that is still on its way back from its last death dies again when it is there. */
async function killAndRestart(name: PartName): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = restarting.get(name);
  restarting.set(name, promise);
  await before;
  await stack.kill(name);
  await stack.restart(name);
  resolve();
}

it('[invariant.accepted-message-never-lost] every accepted message has exactly one reply, whatever is killed in between', async () => {
  const { db } = stack;
  const { id: workspace, client } = await stack.workspace({ credits });
  const agent = await publishScripted(client);
  const threadIds: string[] = [];
  for (let count = 0; count < threads; count += 1) threadIds.push(await startThread(client, agent.id));

  // Kills come at these numbers of accepted messages, while others are under way.
  const kills = new Map<number, PartName>([
    [25, 'api'],
    [60, 'worker'],
    [95, 'temporal'],
    [130, 'mongodb'],
    [160, 'worker'],
    [180, 'api'],
  ]);
  const accepted = new Map<string, string>();
  const restarts: Promise<void>[] = [];
  let posted = 0;
  const postAll = async () => {
    while (accepted.size < messages) {
      posted += 1;
      const content = `/sleep 20\n/say reply to ${posted}`;
      const thread = threadIds[posted % threads];
      // A message without its 202 may have been stored or not: the client cannot know, and neither is wrong.
      const answer = await client
        .post<{ run_id: string }>(`/v1/loom/threads/${thread}/messages`, { content })
        .catch(() => undefined);
      if (answer?.status !== 202) {
        await untilApiAnswers(stack.apiUrl);
        continue;
      }
      accepted.set(answer.data.run_id, content);
      const victim = kills.get(accepted.size);
      if (victim !== undefined) restarts.push(killAndRestart(victim));
    }
  };
  await Promise.all(Array.from({ length: clients }, postAll));
  await Promise.all(restarts);
  expect(restarts).toHaveLength(kills.size);

  const ids = [...accepted.keys()];
  await waitUntil(async () => (await db.runs.countDocuments({ state: 'running' })) === 0, {
    timeoutMs: 180_000,
    what: 'every run has ended',
  });
  const runs = await db.runs.find({ _id: { $in: ids } }).toArray();
  expect(runs.map(({ state, error }) => ({ state, error }))).toEqual(ids.map(() => ({ state: 'closed' })));
  for (const [run, content] of accepted) {
    const said = await db.messages.find({ run_id: run }).sort({ seq: 1 }).toArray();
    expect(said.map((message) => message.content)).toEqual([
      content,
      content.replace('/sleep 20\n/say ', ''),
    ]);
  }

  // What else one write per step promises, also of runs whose 202 never arrived.
  const all = await db.runs.find().toArray();
  for (const run of all) {
    const events = await db.events.find({ run_id: run._id }).sort({ seq: 1 }).toArray();
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'run.started'],
      [2, 'message.completed'],
      [3, 'run.completed'],
    ]);
    expect(await db.turns.countDocuments({ run_id: run._id })).toBe(1);
  }
  const { balance } = await accountOf(db, workspace);
  expect(credits * 1_000_000 - balance).toBe(all.reduce((sum, { cost }) => sum + cost, 0));
  for (const thread of await db.threads.find().toArray()) {
    expect(thread.active_runs).toEqual([]);
    expect(thread.message_count).toBe(await db.messages.countDocuments({ thread_id: thread._id }));
  }
});
