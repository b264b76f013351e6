import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { toAuditEntry } from '#store/audit/entry-hash.ts';
import { listAuditEntries } from '#store/audit/entries.ts';
import { operatorOf, recordAudit } from '#store/audit/record.ts';
import { seal } from '#store/audit/seal.ts';
import { ChainVerifier } from '#contract/audit-chain.ts';
import { recompute } from '#store/audit/recompute.ts';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import type { Database } from '#store/mongo/database.ts';
import { openDatabase } from '#store/open-database.ts';
import { dyingDatabase, KilledError } from '../../support/dying-database.ts';
import { perFile } from '../../support/per-file.ts';
import { dropDatabase, openTestDatabase } from '../../support/test-database.ts';

/** The same database, as this process and another have it. */
const db = perFile(openTestDatabase, dropDatabase);
let other: Database;
let id: string;
beforeAll(async () => {
  other = await openDatabase({ uri: inject('mongodbUri'), database: db.runs.dbName });
});
afterAll(async () => await other.close());
beforeEach(async () => {
  const { workspace } = await createWorkspace(db, { name: 'Test', credits: 0 });
  id = workspace._id;
});

const factOf = (name: string) => ({
  type: 'settings.changed' as const,
  target: { kind: 'settings', id: name },
  contents: { value: '{}' },
});

async function tell(name: string, on = db): Promise<void> {
  await on.transaction(async (session) => await recordAudit(on, session, operatorOf(id), factOf(name)));
}

/** The types of the entries, in the order of the chain, after the chain was verified. */
async function told(): Promise<string[]> {
  const verifier = new ChainVerifier();
  const names: string[] = [];
  for (let after: number | undefined; ;) {
    const { items, next } = await listAuditEntries(db, { workspace_id: id }, 20, after);
    for (const entry of items.map(toAuditEntry)) verifier.add(entry, recompute(entry));
    names.push(...items.map(({ target }) => target.id));
    if (next === null) break;
    after = next;
  }
  expect(verifier.end()).toEqual([]);
  const chain = await db.audit_chains.findOne({ _id: id });
  expect(chain).toMatchObject({ ...verifier.last, batch: [] });
  expect(await db.audit_entries.countDocuments({ workspace_id: id, unsealed: true })).toBe(0);
  // The first one is that of the workspace.
  return names.slice(1);
}

it('[audit.sealed-once][audit.chain] fifty writers and two sealers at once give every entry one place', async () => {
  const names = Array.from({ length: 50 }, (_, index) => [`${index} a`, `${index} b`]);
  const written = new AbortController();
  const sealer = async (on: Database) => {
    while (!written.signal.aborted) await seal(on, id);
  };
  const sealing = [sealer(db), sealer(other)];
  await Promise.all(
    names.map(async (own, index) => {
      for (const name of own) await tell(name, index % 2 === 0 ? db : other);
    }),
  );
  written.abort();
  await Promise.all(sealing);
  await Promise.all([seal(db, id), seal(other, id)]);
  expect((await told()).toSorted()).toEqual(names.flat().toSorted());
});

it('[audit.sealed-once] a sealer that is killed after any of its writes leaves nothing that the next one does not finish', async () => {
  const names: string[] = [];
  // The head, the marks, and the removal of the marks from the head.
  for (const write of [1, 2, 3]) {
    const own = [`${write} a`, `${write} b`, `${write} c`];
    for (const name of own) await tell(name);
    names.push(...own);
    await expect(seal(dyingDatabase(db, write), id)).rejects.toThrow(KilledError);
    await tell(`${write} d`);
    names.push(`${write} d`);
    // Two finish what it has left at the same time.
    await Promise.all([seal(db, id), seal(other, id)]);
    expect(await told()).toEqual(names);
  }
});

it('[audit.sealed-once] more entries than one write of the head takes are sealed in order', async () => {
  const names = Array.from({ length: 450 }, (_, index) => String(index));
  await db.transaction(async (session) => {
    for (const name of names) await recordAudit(db, session, operatorOf(id), factOf(name));
  });
  await Promise.all([seal(db, id), seal(other, id)]);
  expect(await told()).toEqual(names);
});

it('[audit.with-what-it-tells] an entry of a write that fails is not stored', async () => {
  const failing = db.transaction(async (session) => {
    await recordAudit(db, session, operatorOf(id), factOf('never'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await told()).toEqual([]);
});

it('[audit.order] a log that grows while it is listed shows every entry once', async () => {
  for (const name of ['a', 'b', 'c']) await tell(name);
  const first = await listAuditEntries(db, { workspace_id: id }, 2);
  await tell('d');
  const second = await listAuditEntries(db, { workspace_id: id }, 10, first.next ?? undefined);
  const names = [...first.items, ...second.items].map(({ target }) => target.id);
  expect(names.slice(1)).toEqual(['a', 'b', 'c', 'd']);
});

it('[audit.tampering-is-found] a store that goes on from an hour ago is told from the one of which a head was kept', async () => {
  await tell('a');
  const before = await seal(db, id);
  await tell('b');
  const kept = await seal(db, id);
  // As a backup from before `b` has it.
  await db.audit_entries.deleteOne({ workspace_id: id, 'target.id': 'b' });
  await db.audit_chains.replaceOne({ _id: id }, { ...before, batch: [] } as never);
  await tell('c');
  await seal(db, id);
  const verifier = new ChainVerifier(kept === null ? [] : [kept]);
  const { items } = await listAuditEntries(db, { workspace_id: id }, 10);
  for (const entry of items.map(toAuditEntry)) verifier.add(entry, recompute(entry));
  expect(verifier.end()).toMatchObject([{ fault: 'rewritten', seq: kept?.seq }]);
});
