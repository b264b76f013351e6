import type { CommandSucceededEvent } from 'mongodb';
import { beforeAll, expect, it } from 'vitest';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import type { BalanceChangeDocument } from '#engine/documents/balance-change.ts';
import { newId } from '#store/mongo/ids.ts';
import { balanceChange, ledgerEntry, listLedger } from '#store/money/ledger.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';
import { perFile } from '../../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);
let workspace: string;
beforeAll(async () => {
  ({
    workspace: { _id: workspace },
  } = await createWorkspace(db, { name: 'Old', credits: 0 }));
  await insertLedger();
});

const entries = 3000;
/** The number of the newest entry. */
let last: number;
/** Changes have one entry, or as many as a group of lookups. */
const sizes = [1, 1, 1, 7];
const batch = 500;

/** A ledger as it is when all of it is booked: each entry adds one. */
async function insertLedger(): Promise<void> {
  let changes: BalanceChangeDocument[] = [];
  let seq = 1;
  while (seq <= entries) {
    const size = sizes[seq % sizes.length] ?? 1;
    const { unbooked: _booked, ...change } = balanceChange(
      workspace,
      Array.from({ length: size }, () => ledgerEntry(1, 'grant', 'ref', newId())),
    );
    changes.push({ ...change, seq, balance: seq + size - 1 });
    seq += size;
    if (changes.length === batch) {
      await db.ledger.insertMany(changes);
      changes = [];
    }
  }
  await db.ledger.insertMany(changes);
  last = seq - 1;
  await db.accounts.updateOne({ _id: workspace }, { $set: { balance: last, last_seq: last } });
}

/** How many operations a page takes, and how many changes the server sends for it. */
async function costOf(page: () => Promise<unknown>): Promise<{ operations: number; changes: number }> {
  const cost = { operations: 0, changes: 0 };
  const note = ({ commandName, reply }: CommandSucceededEvent) => {
    if (commandName !== 'find' && commandName !== 'getMore') return;
    const { cursor } = reply as { cursor: { ns: string; firstBatch?: unknown[]; nextBatch?: unknown[] } };
    if (!cursor.ns.endsWith('.ledger')) return;
    cost.operations += 1;
    cost.changes += (cursor.firstBatch ?? cursor.nextBatch ?? []).length;
  };
  db.client.on('commandSucceeded', note);
  await page();
  db.client.off('commandSucceeded', note);
  return cost;
}

it.each([
  ['the first page', undefined],
  ['one in the middle', 1500],
  ['one near the end', 101],
])('%s of a long ledger reads no more than it shows', async (_, after) => {
  const page = async (limit: number) => await listLedger(db, workspace, limit, after);
  const { items } = await page(100);
  const newest = (after ?? last + 1) - 1;
  expect(items.map(({ seq, balance }) => [seq, balance])).toEqual(
    Array.from({ length: 100 }, (_, index) => [newest - index, newest - index]),
  );
  // Unbooked entries are looked for first: there are none.
  expect(await costOf(async () => await page(25))).toMatchObject({ operations: 2 });
  const { operations, changes } = await costOf(async () => await page(100));
  expect(operations).toBeLessThanOrEqual(5);
  expect(changes).toBeLessThanOrEqual(100);
});
