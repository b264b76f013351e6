import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { AuditEntry } from '#contract/audit.ts';
import type { Recomputed } from '#contract/audit-chain.ts';
import type { SignedHead } from '#contract/audit-verification.ts';
import { readJson } from '#contract/exact-json.ts';
import { toAuditEntry } from '#store/audit/entry-hash.ts';
import { recompute } from '#store/audit/recompute.ts';
import { seal } from '#store/audit/seal.ts';
import type { Database } from '#store/mongo/database.ts';

/**
 * The entries that a workspace's store has, in the order of their numbers. What is stored meanwhile is read too: an erasure that has
 * taken a name from an entry that was read says so in a later one.
 */
export async function* entriesOf(db: Database, workspace_id: string): AsyncGenerator<AuditEntry> {
  for (let last = 0, before = -1; last !== before;) {
    before = last;
    await seal(db, workspace_id);
    const sealed = db.audit_entries.find({ workspace_id, seq: { $gt: last } }).sort({ seq: 1 });
    for await (const document of sealed) {
      yield toAuditEntry(document);
      last = document.seq ?? last;
    }
  }
}

/** The head of a workspace's chain once everything is sealed; undefined if there is none. */
export async function sealedHead(db: Database, workspace: string): Promise<SignedHead | undefined> {
  const chain = await seal(db, workspace);
  return chain === null ? undefined : { workspace, seq: chain.seq, hash: chain.hash };
}

const LooseEntry = AuditEntry.loose();

/**
 * The entries of an export, in its order.
 * @throws {Error} at a line that is no entry
 */
export async function* entriesOfFile(file: string): AsyncGenerator<AuditEntry> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === '') continue;
    const read = readJson(line);
    if ('fault' in read && read.fault === 'repeated_member')
      throw new Error(
        `${file}:${number} names a member twice: it means different things to different readers`,
      );
    const value = 'fault' in read ? undefined : read.value;
    // Checked, and taken as it is: members that nobody knows are hashed too.
    if (!LooseEntry.safeParse(value).success)
      throw new Error(`${file}:${number} is not an entry of an audit log`);
    yield value as AuditEntry;
  }
}

/** Entries with what their hashes and commitments must be. */
export async function* recomputed(
  entries: AsyncIterable<AuditEntry>,
): AsyncGenerator<[AuditEntry, Recomputed]> {
  for await (const entry of entries) yield [entry, recompute(entry)];
}
