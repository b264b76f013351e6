import type { AuditEntryDocument } from '../documents/audit.ts';
import type { Database } from '../mongo/database.ts';
import { seal } from './seal.ts';

/** What the audit log tells of one call, in order. */
export async function auditEntriesOfCall(
  db: Database,
  workspaceId: string,
  callId: string,
): Promise<AuditEntryDocument[]> {
  await seal(db, workspaceId);
  return await db.audit_entries
    .find({ workspace_id: workspaceId, 'target.id': callId, seq: { $exists: true } })
    .sort({ _id: 1 })
    .toArray();
}
