import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { grantCredits, readAccount, readBalance } from '#store/money/accounts.ts';
import { book } from '#store/money/book.ts';
import { Commit } from '#store/mongo/commit.ts';
import type { Database } from '#store/mongo/database.ts';
import { openDatabase } from '#store/open-database.ts';
import { newId } from '#store/mongo/ids.ts';
import { balanceChange, ledgerEntry, listLedger } from '#store/money/ledger.ts';
import { readFunds } from '#store/money/read-funds.ts';
import { releaseReservation, reserve } from '#store/money/reserve.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import { dyingDatabase, KilledError } from '../../support/dying-database.ts';
import { accountOf } from '../../support/ledger.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

/** The same database, as this process and others have it. */
const db = perFile(openTestDatabase, dropDatabase);
let others: Database[];
/** One of them, which books nothing in the background. */
let quiet: Database;
let id: string;
/** A reservation for work of an hour is not dropped before its test is over. */
const workMs = 3_600_000;
beforeAll(async () => {
  const connect = async () => await openDatabase({ uri: inject('mongodbUri'), database: db.runs.dbName });
  quiet = await connect();
  await quiet.bookings.close();
  others = [await connect(), await connect(), quiet];
});

beforeEach(async () => {
  const { workspace } = await createWorkspace(db, { name: 'Test', credits: 1_000_000 });
  id = workspace._id;
});
afterAll(async () => {
  for (const other of others) await other.close();
});

/** Stores a charge as a step of a run does. */
async function charge(
  delta: number,
  more: { held?: number; reservation?: string } = {},
  on = db,
): Promise<void> {
  const entries = delta === 0 ? [] : [ledgerEntry(delta, 'turn', id)];
  await new Commit(on).insert('ledger', [balanceChange(id, entries, more)]).write();
}

/** All entries with their balances, newest first, by pages of a size. */
async function ledgerOf(limit: number): Promise<[id: string, seq: number, balance: number][]> {
  const lines: [string, number, number][] = [];
  for (let after: number | undefined; ;) {
    const page = await listLedger(db, id, limit, after);
    lines.push(...page.items.map((line): [string, number, number] => [line.id, line.seq, line.balance]));
    if (page.next === null) return lines;
    after = page.next;
  }
}

it('[money.ledger-sums] [money.past-balances] four processes that charge and book one workspace at once take in every charge once, and what is past never changes', async () => {
  const processes = [db, ...others];
  const seen = new Map<string, [seq: number, balance: number]>();
  const stop = new AbortController();
  const watch = async () => {
    while (!stop.signal.aborted) {
      for (const [entry, ...told] of await ledgerOf(7)) {
        expect(seen.get(entry) ?? told).toEqual(told);
        seen.set(entry, told);
      }
    }
  };
  const watching = watch();
  await Promise.all(
    processes.map(async (process, index) => {
      for (let count = 1; count <= 25; count += 1) {
        await charge(-1 - index, {}, process);
        if (count % 3 === 0) await Promise.all([book(process, id), book(process, id)]);
      }
    }),
  );
  stop.abort();
  await watching;
  const { balance, entries } = await accountOf(db, id);
  expect(balance).toBe(1_000_000 - 25 * (1 + 2 + 3 + 4));
  expect(entries).toHaveLength(101);
  for (const [entry, ...told] of await ledgerOf(100)) expect(seen.get(entry) ?? told).toEqual(told);
});

// Before the next write is after this one.
it.each([1, 2, 3, 4, 5, 6])(
  '[money.ledger-sums] [money.charged-once] a process killed after its write %d of a booking leaves what the next one finishes',
  async (at) => {
    await reserve(db, id, { id: 'run', amount: 500, workMs });
    await charge(0, { held: 500, reservation: 'run' }, quiet);
    for (const delta of [-10, -20, -30]) await charge(delta, {}, quiet);
    const expected = { balance: 999_940, held: 500, available: 999_440 };
    expect(await readFunds(db, id)).toEqual(expected);
    const dying = dyingDatabase(quiet, at);
    const attempt = async () => {
      await book(dying, id);
      // A second booking of the process, of a charge that came meanwhile.
      await charge(-40, {}, quiet);
      await book(dying, id);
    };
    await expect(attempt()).rejects.toThrow(KilledError);
    const more = (await db.ledger.countDocuments({ workspace_id: id, delta: -40 })) === 1;
    const now = more ? { balance: 999_900, held: 500, available: 999_400 } : expected;
    expect(await readFunds(others[0] as Database, id)).toEqual(now);
    await Promise.all(others.map(async (other) => await book(other, id)));
    expect(await readFunds(db, id)).toEqual(now);
    const { entries } = await accountOf(db, id);
    expect(entries.map(({ delta }) => delta)).toEqual([1_000_000, -10, -20, -30, ...(more ? [-40] : [])]);
    expect(await db.accounts.findOne({ _id: id })).toMatchObject({ held: 500, reservations: [], batch: [] });
    // An entry that only held has done its part.
    expect(await db.ledger.countDocuments({ workspace_id: id, entries: [] })).toBe(0);
  },
);

it('more charges than one booking takes in are all booked', async () => {
  await db.ledger.insertMany(
    Array.from({ length: 450 }, () => balanceChange(id, [ledgerEntry(-2, 'turn', id)])),
  );
  expect(await readBalance(db, id)).toBe(999_100);
  await db.bookings.now(id);
  expect((await accountOf(db, id)).entries).toHaveLength(451);
  expect(await db.accounts.findOne({ _id: id })).toMatchObject({
    balance: 999_100,
    last_seq: 451,
    batch: [],
  });
});

it('[money.past-balances] a charge that is booked later than newer ones stands where it was booked', async () => {
  const early = newId();
  await charge(-10);
  await db.bookings.now(id);
  const before = await ledgerOf(10);
  await new Commit(db)
    .insert('ledger', [balanceChange(id, [ledgerEntry(-5, 'identify', early, early)])])
    .write();
  const [latest, ...rest] = await ledgerOf(10);
  expect(latest).toEqual([early, 3, 999_985]);
  expect(rest).toEqual(before);
});

it('[money.empty-balance] of 40 reservations at once, from four processes, each sees those before it', async () => {
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const process = [db, ...others][index % 4] as Database;
      return await reserve(process, id, { id: `run ${index}`, amount: 300_000, workMs });
    }),
  );
  // The fourth is made on the last 100,000.
  expect(results.filter(Boolean)).toHaveLength(4);
  expect(await readFunds(db, id)).toEqual({ balance: 1_000_000, held: 1_200_000, available: -200_000 });
  await releaseReservation(db, id, `run ${results.indexOf(true)}`);
  expect(await readFunds(db, id)).toMatchObject({ held: 900_000 });
  expect(await reserve(db, id, { id: 'one more', amount: 300_000, workMs })).toBe(true);
  expect(await reserve(db, id, { id: 'one more', amount: 300_000, workMs })).toBe(true);
  expect(await readFunds(db, id)).toMatchObject({ held: 1_200_000 });
});

it('[money.empty-balance] of 128 reservations at once, from one process, each sees those before it, and they take few writes', async () => {
  const updates: string[] = [];
  db.client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'update' && command['update'] === 'accounts') updates.push(commandName);
  });
  const made = await Promise.all(
    Array.from(
      { length: 128 },
      async (_, index) => await reserve(db, id, { id: `run ${index}`, amount: 10_000, workMs }),
    ),
  );
  db.client.removeAllListeners('commandStarted');
  // The hundredth is made on the last 10,000.
  expect(made).toEqual([...Array(100).fill(true), ...Array(28).fill(false)]);
  expect(await readFunds(db, id)).toMatchObject({ held: 1_000_000, available: 0 });
  // One for the first, and one for the others that can be made.
  expect(updates).toHaveLength(2);
});

it('a reservation that waited is not refused for what has been released meanwhile', async () => {
  await reserve(db, id, { id: 'all', amount: 1_000_000, workMs });
  const account = await readAccount(db, id);
  await releaseReservation(db, id, 'all');
  expect(await reserve(db, id, { id: 'next', amount: 5, workMs }, account)).toBe(true);
});

it('funds are right while others book and finish their bookings between two reads', async () => {
  // A reader remembers when the account was last seen.
  expect(await readFunds(quiet, id)).toMatchObject({ balance: 1_000_000 });
  for (let round = 1; round <= 10; round += 1) {
    const reading = Promise.all([readFunds(quiet, id), readFunds(quiet, id), readAccount(quiet, id)]);
    await charge(-1);
    await Promise.all([reading, db.bookings.now(id), readFunds(quiet, id)]);
    expect(await readFunds(quiet, id)).toEqual({
      balance: 1_000_000 - round,
      held: 0,
      available: 1_000_000 - round,
    });
  }
});

it('reservations reckon with charges, holds and grants that are not booked yet', async () => {
  await charge(-900_000);
  await charge(0, { held: 100_000 });
  expect(await reserve(db, id, { id: 'a', amount: 1 })).toBe(false);
  expect(await reserve(db, id, { id: 'a', amount: 0 })).toBe(false);
  await grantCredits(db, id, 10);
  expect(await reserve(db, id, { id: 'a', amount: 5, above: 10 })).toBe(false);
  expect(await reserve(db, id, { id: 'a', amount: 5, above: 9, workMs })).toBe(true);
  await charge(-5, { reservation: 'a' });
  expect(await readFunds(db, id)).toEqual({ balance: 100_005, held: 100_000, available: 5 });
  await db.bookings.now(id);
  expect(await readFunds(db, id)).toEqual({ balance: 100_005, held: 100_000, available: 5 });
});

it('a reservation that nothing takes the place of is dropped after a minute, a younger one stays', async () => {
  await reserve(db, id, { id: 'lost', amount: 7 });
  await reserve(db, id, { id: 'young', amount: 11, workMs });
  const early = new Date(Date.now() - 61_000);
  await db.accounts.updateOne(
    { _id: id, 'reservations.id': 'lost' },
    { $set: { 'reservations.$.at': early } },
  );
  await charge(-3);
  expect(await readFunds(db, id)).toEqual({ balance: 999_997, held: 11, available: 999_986 });
  const account = await db.accounts.findOne({ _id: id });
  expect(account?.reservations.map((reservation) => reservation.id)).toEqual(['young']);
  // The hold of a run that is stored after all counts.
  await charge(0, { held: 7, reservation: 'lost' });
  expect(await readFunds(db, id)).toMatchObject({ held: 18 });
});

it('a workspace that there is not has nothing, and nothing is granted or reserved to it', async () => {
  const nobody = newId();
  expect(await readFunds(db, nobody)).toEqual({ balance: 0, held: 0, available: 0 });
  expect(await reserve(db, nobody, { id: 'a', amount: 1 })).toBe(false);
  expect(await grantCredits(db, nobody, 5)).toBeNull();
  await book(db, nobody);
  expect(await db.ledger.countDocuments({ workspace_id: nobody })).toBe(0);
});

it('what is charged is booked in the background, about a second later', async () => {
  await charge(-4);
  await expect.poll(async () => (await db.accounts.findOne({ _id: id }))?.balance).toBe(999_996);
});
