import type { CommandStartedEvent, CommandSucceededEvent } from 'mongodb';
import { expect, inject, it, vi } from 'vitest';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { ChangeStream } from '#store/mongo/change-stream.ts';
import type { Database } from '#store/mongo/database.ts';
import type { FollowedWrites } from '#store/mongo/followed-writes.ts';
import { openDatabase } from '#store/open-database.ts';
import type { Documents } from '#store/documents/documents.ts';
import { type Proxy, startProxy } from '../support/proxy.ts';
import { dropDatabase, openTestDatabase } from '../support/test-database.ts';
import { perTest } from '../support/per-file.ts';

const followed: FollowedWrites = {
  workspaces: ['insert'],
  watched_threads: ['insert'],
  deltas: ['insert'],
  directories: ['update', 'replace', 'delete'],
};

const db = perTest(() => openTestDatabase({ followed }), dropDatabase);
/** Follows a collection, and records the ids of changes, and `gap` for a gap. */
async function follow(name: keyof Documents, on = db): Promise<string[]> {
  const told: string[] = [];
  await on.changes.follow({
    collections: [name],
    onDocument: ({ _id }) => told.push(_id),
    onGap: () => told.push('gap'),
  });
  return told;
}

const created_at = new Date();
const insert = async (_id: string, on = db) => await on.workspaces.insertOne({ _id, name: '', created_at });
const watched_until = new Date(Date.now() + 3_600_000);

async function untilSignalled(told: string[], id: string): Promise<void> {
  await waitUntil(() => told.includes(id), { timeoutMs: 60_000, everyMs: 5, what: `${id} is told of` });
}

/** How many change streams a database's client opens from here on. */
function countOpened(): () => number {
  let opened = 0;
  db.client.on('commandStarted', ({ command }: CommandStartedEvent) => {
    if (command['pipeline']?.[0]?.['$changeStream'] !== undefined) opened += 1;
  });
  return () => opened;
}

it('each follower is told of its own collections, and the server sends no other writes than those that are followed', async () => {
  const sent: unknown[] = [];
  db.client.on('commandSucceeded', ({ commandName, reply }: CommandSucceededEvent) => {
    const { cursor } = reply as { cursor?: { nextBatch?: unknown[] } };
    if (commandName === 'getMore') sent.push(...(cursor?.nextBatch ?? []));
  });
  const [workspaces, threads] = await Promise.all([follow('workspaces'), follow('watched_threads')]);
  await insert('one');
  await db.watched_threads.insertOne({ _id: 'two', watched_until });
  await db.workspaces.updateOne({ _id: 'one' }, { $set: { name: 'x' } });
  await db.workspaces.deleteOne({ _id: 'one' });
  await db.watched_threads.deleteOne({ _id: 'two' });
  await db.directories.insertOne({ _id: 'fedach', revision: 1, discarded: [] });
  await insert('three');
  await untilSignalled(workspaces, 'three');
  expect([workspaces, threads]).toEqual([['one', 'three'], ['two']]);
  expect(sent).toHaveLength(3);
});

it('an updated document is told of as it is, a deleted one as a gap', async () => {
  const told: unknown[] = [];
  await db.changes.follow({
    collections: ['directories'],
    onDocument: ({ revision }) => told.push(revision),
    onGap: () => told.push('gap'),
  });
  await db.directories.insertOne({ _id: 'fedach', revision: 1, discarded: [] });
  const tellsOf = async (count: number) =>
    await waitUntil(() => told.length === count, {
      timeoutMs: 60_000,
      everyMs: 5,
      what: `${count} are told`,
    });
  await db.directories.updateOne({ _id: 'fedach' }, { $set: { revision: 2 } });
  await tellsOf(1);
  await db.directories.replaceOne({ _id: 'fedach' }, { revision: 3, discarded: [] });
  await tellsOf(2);
  await db.directories.deleteOne({ _id: 'fedach' });
  await tellsOf(3);
  expect(told).toEqual([2, 3, 'gap']);
});

it('a collection that this kind of process does not follow cannot be followed', async () => {
  await expect(follow('runs')).rejects.toThrow('this process does not follow runs');
});

it('those who come at the same moment share one stream, and do not wait for what is not written', async () => {
  const opened = countOpened();
  let waited = 0;
  db.client.on('commandSucceeded', ({ commandName }: CommandSucceededEvent) => {
    if (commandName === 'getMore') waited += 1;
  });
  await Promise.all([follow('workspaces'), follow('watched_threads'), follow('deltas')]);
  expect([opened(), waited]).toEqual([1, 0]);
});

it('who comes later joins the stream that is open, and nobody misses or repeats a write for that', async () => {
  const opened = countOpened();
  const first = await follow('workspaces');
  let written = 0;
  const stopping = new AbortController();
  const writing = (async () => {
    for (; !stopping.signal.aborted; written += 1) await insert(`${written}`);
  })();
  const later: { from: number; told: string[] }[] = [];
  for (let index = 0; index < 10; index += 1) {
    const told = await follow('workspaces');
    later.push({ from: written, told });
  }
  stopping.abort();
  await writing;
  await insert('last');
  const all = [...Array.from({ length: written }, (_, index) => `${index}`), 'last'];
  for (const { told } of [{ told: first }, ...later]) await untilSignalled(told, 'last');
  expect(first).toEqual(all);
  // A write just before a follower started may or may not be one of its changes.
  for (const { from, told } of later)
    expect(told.slice(-(all.length - from - 1))).toEqual(all.slice(from + 1));
  expect(opened()).toBe(1);
});

it('who throws has a gap, the others have the change, and the message is not told on', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  let gaps = 0;
  const failing = db.changes.follow({
    collections: ['workspaces'],
    onDocument: () => {
      throw new TypeError('content of the document');
    },
    onGap: () => {
      gaps += 1;
      throw new RangeError('content of the document');
    },
  });
  const [told] = await Promise.all([follow('workspaces'), failing]);
  await insert('one');
  await insert('two');
  await untilSignalled(told, 'two');
  expect([told, gaps]).toEqual([['one', 'two'], 2]);
  const warnings = ['A follower of changes failed: TypeError', 'A follower of changes failed: RangeError'];
  // Other work in this process may have warnings of its own.
  const ours = warn.mock.calls
    .flat()
    .filter((each) => typeof each === 'string' && each.startsWith('A follower'));
  expect(ours).toEqual([...warnings, ...warnings]);
  warn.mockRestore();
});

it('once it is closed nobody is told of anything, and nobody waits', async () => {
  const told = await follow('workspaces');
  await db.changes.close();
  await insert('one');
  expect(await follow('workspaces')).toEqual([]);
  const witness = await openDatabase({ uri: inject('mongodbUri'), database: db.runs.dbName, followed });
  const seen = await follow('workspaces', witness);
  await insert('two');
  await untilSignalled(seen, 'two');
  await witness.close();
  expect(told).toEqual([]);
});

it('a stream that is closed while it is opened leaves none open', async () => {
  const opened = countOpened();
  const streams = new Set<string>();
  db.client.on('commandSucceeded', ({ commandName, reply }: CommandSucceededEvent) => {
    const { cursor } = reply as { cursor?: { id: unknown } };
    if (commandName === 'aggregate') streams.add(String(cursor?.id));
  });
  db.client.on('commandStarted', ({ command }: CommandStartedEvent) => {
    const { cursors = [] } = command as { cursors?: unknown[] };
    if ('killCursors' in command) for (const id of cursors) streams.delete(String(id));
  });
  for (let turns = 0; turns < 6; turns += 1) {
    const changes = new ChangeStream(db.client, db.runs.dbName, followed);
    const following = changes.follow({ collections: ['workspaces'], onDocument() {}, onGap() {} });
    for (let turn = 0; turn < turns; turn += 1) await db.ping();
    await changes.close();
    await following;
    await expect.poll(() => [...streams]).toEqual([]);
  }
  expect(opened()).toBe(6);
});

/** A client that can be cut off from the server, and gives it up soon. */
async function openThrough(proxy: Proxy): Promise<Database> {
  return await openDatabase({
    uri: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`,
    database: db.runs.dbName,
    followed,
    timeouts: { serverSelectionMs: 5000, connectionMs: 5000, answerMs: 5000, transactionMs: 5000 },
  });
}

it('while the stream is lost everybody polls, whoever comes as well; then it tells again', async () => {
  const { hostname, port } = new URL(inject('mongodbUri'));
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const cutOff = await openThrough(proxy);
  const told = await follow('workspaces', cutOff);
  await proxy.cut();
  const gapsOf = async (of: string[], count: number) =>
    await waitUntil(() => of.filter((each) => each === 'gap').length >= count, {
      timeoutMs: 60_000,
      what: `${count} gaps`,
    });
  await gapsOf(told, 2);
  const late = await follow('watched_threads', cutOff);
  await gapsOf(late, 2);
  await proxy.restore();
  let probes = 0;
  await waitUntil(
    async () => {
      await insert(`probe ${(probes += 1)}`);
      return told.some((each) => each !== 'gap');
    },
    { timeoutMs: 60_000, what: 'the stream tells again' },
  );
  // The last gap is reported when the stream has been opened, maybe just after its first change.
  await insert('after the first');
  await untilSignalled(told, 'after the first');
  // Polling is over, and what is written comes once.
  const before = told.filter((each) => each === 'gap').length;
  await db.watched_threads.insertOne({ _id: 'thread', watched_until });
  await untilSignalled(late, 'thread');
  await insert('last');
  await untilSignalled(told, 'last');
  expect(told.filter((each) => each === 'gap')).toHaveLength(before);
  expect(told.at(-1)).toBe('last');
  await cutOff.close();
  await proxy.cut();
});
