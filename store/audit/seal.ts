import { firstPreviousHash } from '#contract/audit-chain.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import type { AuditChainDocument, AuditEntryDocument, SealDocument } from '../documents/audit.ts';
import type { Database } from '../mongo/database.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { singleWrite } from '../mongo/time-limit.ts';
import { anyWorkspace } from '../mongo/any-workspace.ts';
import { entryHash, placedEntry } from './entry-hash.ts';

/** The most entries that are sealed in one write of the chain, which contains a mark for each. */
const largestBatch = 200;
/** The longest time for the search for workspaces with entries to seal. The next sweep repeats it. */
const searchMs = 5000;

/**
 * Gives the entries that a workspace has stored their places in its chain, in the order of their ids. Every write is of a
 * single document, or can be repeated: any number of processes can seal at once, and if one dies at any point, the next one
 * finishes its work.
 *
 * The head of the chain is written first, with the marks of its entries (`batch`), on condition that nobody has sealed since
 * it was read. The entries are marked after that, and always before the next sealing. An entry that is neither marked nor
 * in the batch is therefore not in the chain.
 * @returns the head of the chain; null if nothing was ever stored
 * @throws {ContentionError} if others keep sealing first
 */
export async function seal(db: Database, workspaceId: string): Promise<AuditChainDocument | null> {
  for (;;) {
    const { chain, isMore } = await retryOnConflict(
      'the audit log',
      async () => await sealBatch(db, workspaceId),
    );
    if (!isMore) return chain;
  }
}

/** Seals what all workspaces have stored. An error of one does not prevent the others. */
export async function sealAll(
  db: Database,
  isOver: () => boolean,
  onError: (workspaceId: string, error: unknown) => void,
): Promise<void> {
  const waiting = { ...anyWorkspace, unsealed: true } as const;
  for (const id of await db.audit_entries.distinct('workspace_id', waiting, { maxTimeMS: searchMs })) {
    if (isOver()) return;
    try {
      await seal(db, id);
    } catch (error) {
      onError(id, error);
    }
  }
}

async function sealBatch(
  db: Database,
  workspaceId: string,
): Promise<{ chain: AuditChainDocument | null; isMore: boolean }> {
  const chain = await db.audit_chains.findOne({ _id: workspaceId });
  if (chain !== null) await finishBatch(db, chain);
  const entries = await db.audit_entries
    .find({ workspace_id: workspaceId, unsealed: true })
    .sort({ _id: 1 })
    .limit(largestBatch)
    .toArray();
  const last = entries.at(-1);
  if (last === undefined) return { chain, isMore: false };
  const batch = sealsAfter(chain, entries);
  const { seq, hash } = batch.at(-1) as SealDocument;
  const next = { _id: workspaceId, seq, hash, at: last.at, batch };
  await writeHead(db, chain, next);
  await finishBatch(db, next);
  return { chain: { ...next, batch: [] }, isMore: entries.length === largestBatch };
}

/** The places of entries after the head of a chain. */
export function sealsAfter(
  head: Pick<AuditChainDocument, 'seq' | 'hash'> | null,
  entries: readonly AuditEntryDocument[],
): SealDocument[] {
  let { seq, hash } = head ?? { seq: 0, hash: firstPreviousHash };
  return entries.map((entry) => {
    const previous_hash = hash;
    seq += 1;
    hash = entryHash(placedEntry(entry, { seq, previous_hash }));
    return { id: entry._id, seq, previous_hash, hash };
  });
}

/** @throws {StaleWriteError} if somebody has sealed since the chain was read */
async function writeHead(
  db: Database,
  chain: AuditChainDocument | null,
  { _id, ...next }: AuditChainDocument,
): Promise<void> {
  if (chain === null) return await insertNew(db.audit_chains, { _id, ...next });
  const { seq, hash } = chain;
  // The hash too: in a store that was restored meanwhile, other entries may have the same numbers.
  const { matchedCount } = await db.audit_chains.updateOne({ _id, seq, hash }, { $set: next }, singleWrite);
  if (matchedCount === 0) throw new StaleWriteError('others sealed first');
}

/** Marks the entries of the latest sealing, and then removes the marks from the chain. */
async function finishBatch(db: Database, { _id, seq, hash, batch }: AuditChainDocument): Promise<void> {
  if (batch.length === 0) return;
  await db.audit_entries.bulkWrite(
    batch.map(({ id, ...seals }) => ({
      updateOne: {
        filter: { _id: id, unsealed: true },
        update: { $set: seals, $unset: { unsealed: '' } },
      },
    })),
    { ...singleWrite, ordered: false },
  );
  await db.audit_chains.updateOne({ _id, seq, hash }, { $set: { batch: [] } }, singleWrite);
}
