import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest';
import { importDirectory } from '#process/admin/directories/import-directory.ts';
import { programEnvironment } from '../../support/compiled-modules.ts';
import { fedachLine, fileOf, routingNumber } from '../../support/directory-files.ts';
import { startProxy } from '../../support/proxy.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);
beforeEach(async () => {
  await db.directories.deleteMany({});
  await db.directory_rows.deleteMany({});
});

function fedachOf(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => fedachLine(routingNumber(index), name)).join('\n');
}

async function importNow(content: string): Promise<void> {
  await importDirectory(db, {
    directory: 'fedach',
    file: await fileOf(content),
    as_of: '2026-11-01',
    onRefused: () => {},
    signal: new AbortController().signal,
  });
}

/** The operator's command, importing in a process of its own. */
async function startImport(content: string, env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const args = ['process/admin/main.ts', 'identify', 'import', 'fedach', await fileOf(content)];
  return spawn(process.execPath, args, {
    env: {
      ...programEnvironment(),
      MONGODB_URI: inject('mongodbUri'),
      MONGODB_DATABASE: db.runs.dbName,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** How a process ended, and all that it wrote to standard error, which may come after its exit. */
async function endOf(child: ChildProcess) {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, complaint };
}

const directory = async () => await db.directories.findOne({ _id: 'fedach' });
const rowsOf = async (name: string) => await db.directory_rows.countDocuments({ 'row.name': name });

/** Resolves once the server has done what it was asked by a process that is gone. */
async function untilNothingIsWritten(): Promise<void> {
  const ns = db.directory_rows.namespace;
  const writes = async () =>
    await db.client
      .db('admin')
      .aggregate([{ $currentOp: { allUsers: true } }, { $match: { ns, active: true } }])
      .toArray();
  await expect.poll(writes).toEqual([]);
}

const many = 15_000;
/** The part of a held import that reaches MongoDB: some of so many rows, and far from all. */
const heldBytes = 500_000;

/**
 * An import of many rows that is held in its middle until the returned function is called. Its sent part is stored or
 * incomplete, so that MongoDB has no further work for it.
 */
async function startHeldImport(name: string): Promise<{ child: ChildProcess; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  // Each connection is counted by itself: those that carry no rows are not held.
  async function* held(chunks: AsyncIterable<Buffer>) {
    let sent = 0;
    for await (const chunk of chunks) {
      sent += chunk.length;
      if (sent > heldBytes) {
        reach();
        await released;
      }
      yield chunk;
    }
  }
  const mongodb = new URL(inject('mongodbUri'));
  const target = { host: mongodb.hostname, port: Number(mongodb.port) };
  const proxy = await startProxy(target, (incoming, outgoing) => {
    // Ends with either of them.
    pipeline(incoming, held, outgoing).catch(() => {});
    outgoing.pipe(incoming);
  });
  onTestFinished(async () => await proxy.cut());
  mongodb.port = String(proxy.port);
  const child = await startImport(fedachOf(name, many), { MONGODB_URI: mongodb.href });
  await reached;
  expect(await rowsOf(name)).toBeGreaterThan(0);
  return { child, release };
}

it.each([
  ['SIGKILL', 'the next import'],
  ['SIGTERM', 'itself'],
] as const)(
  'an import that ends by %s leaves the old version; %s removes what it wrote',
  async (signal, _removedBy) => {
    await importNow(fedachOf('OLD', 5));
    const before = await directory();
    const { child, release } = await startHeldImport('BROKEN OFF');
    const ended = once(child, 'exit');
    child.kill(signal);
    // The held bytes of a killed process never reach MongoDB, where they could be stored after the clean-up.
    if (signal === 'SIGTERM') release();
    await ended;
    await untilNothingIsWritten();
    expect((await directory())?.current).toEqual(before?.current);
    expect(await rowsOf('OLD')).toBe(5);
    // Killed, it had no time to tidy up.
    expect((await rowsOf('BROKEN OFF')) > 0).toBe(signal === 'SIGKILL');
    await importNow(fedachOf('NEW', 5));
    expect([await rowsOf('OLD'), await rowsOf('BROKEN OFF'), await rowsOf('NEW')]).toEqual([5, 0, 5]);
    expect(await directory()).toMatchObject({
      current: { rows: 5 },
      previous: before?.current,
      discarded: [],
    });
  },
);

it('of two imports of one directory the one that was begun last is switched over to', async () => {
  const { child: first, release } = await startHeldImport('FIRST');
  const ended = endOf(first);
  await importNow(fedachOf('SECOND', 5));
  release();
  expect(await ended).toEqual({
    code: 1,
    signal: null,
    complaint: 'another import of the directory was begun meanwhile: this one is given up\n',
  });
  expect([await rowsOf('FIRST'), await rowsOf('SECOND')]).toEqual([0, 5]);
  expect((await directory())?.current?.rows).toBe(5);
});

it('a file of 60,000 rows is imported in the memory that a small one takes', async () => {
  // As text and as documents they would not fit.
  const child = await startImport(fedachOf('LARGE', 60_000), { NODE_OPTIONS: '--max-old-space-size=48' });
  expect(await endOf(child)).toEqual({ code: 0, signal: null, complaint: '' });
  expect((await directory())?.current?.rows).toBe(60_000);
});
