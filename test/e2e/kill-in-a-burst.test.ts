import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { startMongodb } from '#dev/servers/start-mongodb.ts';
import { startTemporal } from '#dev/servers/start-temporal.ts';
import { startServiceProcess } from '#dev/service/service-process.ts';
import { openDatabase } from '#store/database.ts';
import { createWorkspace } from '#store/workspaces.ts';
import { ApiClient } from '#test/support/api-client.ts';
import { publishScripted, startThread } from '#test/support/conversation.ts';

/** A part of the stack that is killed and started again with its data. */
interface Part {
  pid: number;
  exited: Promise<string>;
  stop(): Promise<void>;
  restart(): Promise<Part>;
}

const messages = 200;
const threads = 50;
const clients = 16;
const parts: Record<string, Part> = {};
const database = 'burst';
let directory: string;
let mongodbUri: string;
let apiUrl: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heddle-burst-'));
  const file = (name: string) => join(directory, name);
  const log = () => {};
  const temporal = await startTemporal({ log, logFile: file('temporal.log'), dataDir: file('temporal') });
  const mongodb = await startMongodb({ log, logFile: file('mongodb.log'), dataDir: file('mongodb') });
  mongodbUri = mongodb.uri;
  const env = {
    PATH: process.env['PATH'],
    MONGODB_URI: mongodb.uri,
    MONGODB_DATABASE: database,
    TEMPORAL_ADDRESS: temporal.address,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
  };
  const api = await startServiceProcess('api', { env, logFile: file('api.log') });
  apiUrl = api.url;
  Object.assign(parts, {
    temporal,
    mongodb,
    api,
    worker: await startServiceProcess('worker', { env, logFile: file('worker.log') }),
  });
});

afterAll(async () => {
  for (const name of ['api', 'worker', 'temporal', 'mongodb']) await parts[name]?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** As a crash would: no part has time to say goodbye. */
async function killAndRestart(name: string): Promise<void> {
  const part = parts[name];
  if (part === undefined) throw new Error(`there is no ${name}`);
  process.kill(part.pid, 'SIGKILL');
  await part.exited;
  parts[name] = await part.restart();
}

it('[invariant.accepted-message-never-lost] every accepted message has exactly one reply, whatever is killed in between', async () => {
  const db = await openDatabase({ uri: mongodbUri, database });
  const { workspace, api_key } = await createWorkspace(db, { name: 'Burst', credits: 1_000_000_000 });
  const client = new ApiClient(apiUrl, { apiKey: api_key, subject: 'ada' });
  const agent = await publishScripted(client);
  const threadIds: string[] = [];
  for (let count = 0; count < threads; count += 1) threadIds.push(await startThread(client, agent.id));

  // Kills come at these numbers of accepted messages, while others are under way.
  const kills = new Map([
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
        await waitUntil(async () => (await fetch(`${apiUrl}/healthz`).catch(() => undefined))?.ok === true, {
          timeoutMs: 60_000,
          what: 'the API is back',
        });
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
  const account = await db.accounts.findOne({ _id: workspace._id });
  const ledger = await db.ledger.find({ workspace_id: workspace._id }).toArray();
  expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(account?.balance);
  expect(1_000_000_000 - (account?.balance ?? 0)).toBe(all.reduce((sum, { cost }) => sum + cost, 0));
  for (const thread of await db.threads.find().toArray()) {
    expect(thread.active_runs).toEqual([]);
    expect(thread.message_count).toBe(await db.messages.countDocuments({ thread_id: thread._id }));
  }
  await db.close();
});
