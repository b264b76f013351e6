import type { Filter } from 'mongodb';
import type { AuditType } from '#contract/audit-types.ts';
import type { Page } from '#contract/pagination.ts';
import type { AuditEntryDocument } from '../documents/audit.ts';
import type { Database } from '../mongo/database.ts';
import { readPage } from '../mongo/page.ts';
import { seal } from './seal.ts';

/** Which entries of a workspace to list. */
export interface AuditFilter {
  workspace_id: string;
  /** Range of the time at which it happened: `from` inclusive, `to` exclusive. */
  from?: Date;
  to?: Date;
  type?: AuditType;
}

/**
 * Entries of a workspace's audit log in the order of the chain, oldest first. Whatever was stored before the call is sealed
 * first.
 * @param after the number of the entry before the first one
 */
export async function listAuditEntries(
  db: Database,
  { workspace_id, from, to, type }: AuditFilter,
  limit: number,
  after = 0,
): Promise<Page<AuditEntryDocument, number>> {
  await seal(db, workspace_id);
  const at = {
    ...(from === undefined ? {} : { $gte: from }),
    ...(to === undefined ? {} : { $lt: to }),
  };
  const filter: Filter<AuditEntryDocument> = {
    workspace_id,
    seq: { $gt: after },
    ...(type === undefined ? {} : { type }),
    ...(Object.keys(at).length === 0 ? {} : { at }),
  };
  return await readPage(db.audit_entries.find(filter).sort({ seq: 1 }), limit, ({ seq = 0 }) => seq);
}

/** Whether the audit log says that the operator has made something. False for what was made before there was a log. */
export async function wasMadeByOperator(
  db: Database,
  workspace_id: string,
  { type, id }: { type: AuditType; id: string },
): Promise<boolean> {
  const made = { workspace_id, 'target.id': id, type, 'credential.kind': 'operator' };
  return (await db.audit_entries.findOne(made, { projection: { _id: 1 } })) !== null;
}
