import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { DeltaDocument } from '#store/documents/delta.ts';
import type { SpeechDocument } from '#store/documents/speech.ts';
import type { Database } from '#store/mongo/database.ts';
import { balanceChange, ledgerEntry } from '#store/money/ledger.ts';
import { newId } from '#store/mongo/ids.ts';
import { isOutage } from '#store/mongo/outage.ts';
import { type MongodbProxy, startMongodbProxy } from '../../support/mongodb-proxy/mongodb-proxy.ts';
import { startProxy } from '../../support/proxy.ts';
import { openDatabaseOn, dropDatabase } from '../../support/open-database.ts';

const opened = 'net.client.socket';
const sockets = new Set<Socket>();
const collect = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
};

const timeouts = { serverSelectionMs: 5000, connectionMs: 5000, answerMs: 10_000, transactionMs: 10_000 };
let proxy: MongodbProxy;
let db: Database;
beforeEach(async () => {
  const { hostname, port } = new URL(inject('mongodbUri'));
  proxy = await startMongodbProxy({ host: hostname, port: Number(port) });
  subscribe(opened, collect);
  db = await openDatabaseOn(proxyUri(), { timeouts });
});
afterEach(async () => {
  await dropDatabase(db);
  unsubscribe(opened, collect);
  await proxy.cut();
});

const proxyUri = () => `mongodb://127.0.0.1:${proxy.port}/?serverMonitoringMode=poll`;

/** Destroys all sockets to the server in the tick in which the next command of that name is written, and says when. */
function destroyAt(name: string): { struck: boolean } {
  const fault = { struck: false };
  db.client.on('commandStarted', ({ commandName }) => {
    if (fault.struck || commandName !== name) return;
    fault.struck = true;
    for (const socket of sockets) if (socket.remotePort === proxy.port) socket.destroy();
  });
  return fault;
}

const workspace = newId();
const entries = (count: number) =>
  Array.from({ length: count }, () => balanceChange(workspace, [ledgerEntry(1, 'grant')]));
const stored = async () => await db.ledger.countDocuments({});

it.each([
  ['insert', 3, async () => await db.ledger.insertMany(entries(2))],
  ['aggregate', 1, async () => await stored()],
  ['find', 1, async () => await db.ledger.findOne({})],
  [
    'insert',
    3,
    async () => await db.transaction(async (session) => await db.ledger.insertMany(entries(2), { session })),
  ],
  [
    'commitTransaction',
    3,
    async () => await db.transaction(async (session) => await db.ledger.insertMany(entries(2), { session })),
  ],
])(
  '[fault.mongodb-unanswered] %s is made once after all, if its socket is destroyed as it is written',
  async (name, count, command) => {
    await db.ledger.insertMany(entries(1));
    const fault = destroyAt(name);
    await command();
    expect(fault.struck).toBe(true);
    expect(await stored()).toBe(count);
  },
);

it('[fault.mongodb-unanswered] a transaction ends in its time if its commit is never answered', async () => {
  const fault = proxy.inject({
    strikes: ({ name }) => name === 'commitTransaction',
    effect: { lost: 'reply' },
  });
  const impatient = await openDatabaseOn(proxyUri(), { timeouts: { ...timeouts, transactionMs: 1000 } });
  const end = await impatient
    .transaction(async (session) => await impatient.ledger.insertMany(entries(2), { session }))
    .catch((error: unknown) => error);
  expect(isOutage(end)).toBe(true);
  fault.lift();
  expect(await impatient.ledger.countDocuments({})).toBe(2);
  await dropDatabase(impatient);
  // The driver repeats a commit for two minutes.
}, 60_000);

it('[fault.mongodb-unanswered] a read ends as an outage if the socket is destroyed as it asks for more', async () => {
  await db.ledger.insertMany(entries(5));
  const fault = destroyAt('getMore');
  const end = await db.ledger
    .find({}, { batchSize: 2 })
    .toArray()
    .catch((error: unknown) => error);
  expect([fault.struck, isOutage(end)]).toEqual([true, true]);
});

it('[fault.mongodb-unanswered] a change stream goes on after its socket was destroyed as it asked for more', async () => {
  const seen: unknown[] = [];
  await db.changes.follow({
    collections: ['deltas'],
    onDocument: (delta) => seen.push(delta._id),
    onGap: () => {},
  });
  const fault = destroyAt('getMore');
  await expect.poll(() => fault.struck).toBe(true);
  const delta = { _id: newId() } as DeltaDocument;
  await db.deltas.insertOne(delta);
  await expect.poll(() => seen).toEqual([delta._id]);
});

it('[fault.mongodb-unanswered] a write that a frozen server takes no more of ends as an outage', async () => {
  const { hostname, port } = new URL(inject('mongodbUri'));
  const freezing = await startProxy({ host: hostname, port: Number(port) });
  const through = await openDatabaseOn(`mongodb://127.0.0.1:${freezing.port}/?directConnection=true`, {
    timeouts: { ...timeouts, answerMs: 500 },
  });
  freezing.freeze();
  const speech = { _id: newId(), audio: Buffer.alloc(15_000_000) } as unknown as SpeechDocument;
  const end = await through.speeches.insertOne(speech).catch((error: unknown) => error);
  expect(isOutage(end)).toBe(true);
  await through.close();
  await freezing.cut();
});
