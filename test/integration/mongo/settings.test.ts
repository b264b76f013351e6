import type { CommandStartedEvent } from 'mongodb';
import { MongoError } from 'mongodb';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { newId } from '#store/mongo/ids.ts';
import { isOutage } from '#store/mongo/outage.ts';
import { openMigrated } from '#store/open-database.ts';
import { ContentionError } from '#engine/contention/retry-on-conflict.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { startProxy } from '../../support/proxy.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);
afterEach(() => vi.restoreAllMocks());

const timeouts = { serverSelectionMs: 5000, connectionMs: 5000, answerMs: 5000, transactionMs: 5000 };

/** The commands that were sent to the server meanwhile. */
async function sentBy(work: () => Promise<unknown>): Promise<CommandStartedEvent[]> {
  const sent: CommandStartedEvent[] = [];
  const note = (event: CommandStartedEvent) => sent.push(event);
  db.client.on('commandStarted', note);
  await work();
  db.client.off('commandStarted', note);
  return sent;
}

it('reads see what the majority has, and writes wait until it has them', async () => {
  const { workspace } = await createWorkspace(db, { name: 'A', credits: 1 });
  const read = await sentBy(async () => await db.runs.findOne({ _id: newId() }));
  expect(read.map(({ command }) => command['readConcern'])).toEqual([{ level: 'majority' }]);
  const counted = await sentBy(async () => await db.runs.countDocuments({ workspace_id: workspace._id }));
  expect(counted.map(({ command }) => command['readConcern'])).toEqual([{ level: 'majority' }]);
  const changed = await sentBy(
    async () => await db.workspaces.updateOne({ _id: workspace._id }, { $set: { rate_limit_per_minute: 1 } }),
  );
  const update = changed.find(({ commandName }) => commandName === 'update');
  expect(update?.command['writeConcern']).toMatchObject({ w: 'majority', j: true });
});

it('a transaction that reads a snapshot reads only that, and one that writes is committed to the majority', async () => {
  const snapshot = await sentBy(
    async () => await db.snapshot(async (session) => await db.runs.findOne({ _id: newId() }, { session })),
  );
  expect(snapshot[0]?.command['readConcern']).toEqual({ level: 'snapshot' });
  const created = await sentBy(async () => await createWorkspace(db, { name: 'B', credits: 1 }));
  const commit = created.find(({ commandName }) => commandName === 'commitTransaction');
  expect(commit?.command['writeConcern']).toMatchObject({ w: 'majority' });
});

it('a filter whose tenant is undefined throws before anything is sent', async () => {
  const tenant = undefined as unknown as string;
  const sent = await sentBy(async () => {
    await expect(async () => await db.runs.findOne({ workspace_id: tenant })).rejects.toThrow(
      'findOne[0].workspace_id is undefined',
    );
    await expect(async () => await db.runs.deleteMany({ workspace_id: tenant })).rejects.toThrow(
      'deleteMany[0].workspace_id is undefined',
    );
    const write = {
      namespace: db.runs.namespace,
      name: 'updateOne' as const,
      filter: { workspace_id: tenant },
      update: { $set: { cost: 1 } },
    };
    await expect(async () => await db.client.bulkWrite([write])).rejects.toThrow(
      'bulkWrite[0][0].filter.workspace_id is undefined',
    );
  });
  expect(sent).toEqual([]);
});

it('a transaction that only meets conflicts ends, with the last of them as the cause', async () => {
  const transactionMs = 60_000;
  const limited = await openMigrated({
    uri: inject('mongodbUri'),
    database: db.runs.dbName,
    timeouts: { ...timeouts, transactionMs },
  });
  const conflict = new MongoError('conflict');
  conflict.addErrorLabel('TransientTransactionError');
  let attempts = 0;
  const error: unknown = await limited
    .transaction(async () => {
      attempts += 1;
      // Its time is over during the third attempt, however long they take.
      const later = performance.now() + transactionMs;
      if (attempts === 3) vi.spyOn(performance, 'now').mockImplementation(() => later);
      return await Promise.reject(conflict);
    })
    .catch((thrown: unknown) => thrown);
  vi.restoreAllMocks();
  await limited.close();
  expect(error).toBeInstanceOf(ContentionError);
  expect((error as Error).cause).toBe(conflict);
  expect(attempts).toBe(3);
});

it('a server that does not answer, and a pool that has no connection left, are outages', async () => {
  const uri = new URL(inject('mongodbUri'));
  const proxy = await startProxy({ host: uri.hostname, port: Number(uri.port) });
  uri.port = String(proxy.port);
  const impatient = await openMigrated({
    uri: uri.href,
    database: db.runs.dbName,
    connections: 1,
    timeouts: { ...timeouts, answerMs: 4000, connectionMs: 1500 },
  });
  try {
    proxy.freeze();
    const outcomes = await Promise.allSettled([impatient.ping(), impatient.runs.findOne({ _id: newId() })]);
    const errors = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as Error) : undefined,
    );
    expect(errors.map((error) => error?.name)).toEqual([
      'MongoNetworkTimeoutError',
      'MongoWaitQueueTimeoutError',
    ]);
    expect(errors.map(isOutage)).toEqual([true, true]);
  } finally {
    await proxy.cut();
    await impatient.close();
  }
});
