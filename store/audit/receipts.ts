import { firstPreviousHash, openedValues } from '#contract/audit-chain.ts';
import type { DecisionStatement } from '#contract/decision-statement.ts';
import { ServiceError } from '#contract/errors.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { AuditEntryDocument } from '../documents/audit.ts';
import type { Database } from '../mongo/database.ts';
import { commitment } from './commitments.ts';
import { toAuditEntry } from './entry-hash.ts';
import { recompute } from './recompute.ts';
import { seal } from './seal.ts';

/**
 * The audit entries of one call, in order.
 * @throws {ServiceError} `audit_log_changed` if an entry differs from the sealed one, or does not fit between its
 * neighbours
 */
export async function auditEntriesOfCall(
  db: Database,
  workspaceId: string,
  callId: string,
): Promise<AuditEntryDocument[]> {
  await seal(db, workspaceId);
  const entries = await db.audit_entries
    .find({ workspace_id: workspaceId, 'target.id': callId, seq: { $exists: true } })
    .sort({ seq: 1 })
    .toArray();
  await mustBeSealed(db, workspaceId, entries);
  return entries;
}

/** Whether the entry of a decision is committed to exactly this document. */
export function isCommittedTo(entry: AuditEntryDocument, digest: string): boolean {
  return isCommitted(entry, 'digest', digest);
}

/** Whether the entry of a decision is committed to exactly this statement. */
export function isCommittedToStatement(entry: AuditEntryDocument, statement: DecisionStatement): boolean {
  return isCommitted(entry, 'statement', statement);
}

function isCommitted({ commitments, salts }: AuditEntryDocument, name: string, value: unknown): boolean {
  if (salts?.content === undefined) return false;
  return commitments?.[name] === commitment(salts.content, name, toJsonText(value));
}

async function mustBeSealed(
  db: Database,
  workspace_id: string,
  entries: AuditEntryDocument[],
): Promise<void> {
  if (entries.length === 0) return;
  const seqs = entries.flatMap(({ seq = 0 }) => [seq - 1, seq + 1]);
  const [beside, chain] = await Promise.all([
    db.audit_entries.find({ workspace_id, seq: { $in: seqs } }).toArray(),
    db.audit_chains.findOne({ _id: workspace_id }),
  ]);
  const bySeq = new Map(beside.map((entry) => [entry.seq, entry]));
  for (const document of entries) {
    const entry = toAuditEntry(document);
    const { commitments, hash } = recompute(entry);
    const before = bySeq.get(entry.seq - 1)?.hash ?? firstPreviousHash;
    const after =
      bySeq.get(entry.seq + 1)?.previous_hash ?? (chain?.seq === entry.seq ? chain.hash : undefined);
    const isOpened = openedValues(entry).every(
      ({ name, salt }) => salt !== undefined && commitments[name] === entry.commitments?.[name],
    );
    if (hash === entry.hash && before === entry.previous_hash && after === hash && isOpened) continue;
    throw new ServiceError(
      'audit_log_changed',
      `The entry ${entry.seq} of the audit log is not what was sealed.`,
    );
  }
}
