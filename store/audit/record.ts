import type { ClientSession } from 'mongodb';
import type { AuditCredential } from '#contract/audit.ts';
import { defined } from '#contract/defined.ts';
import type { AuditRecord } from '#engine/documents/audit-record.ts';
import type { Database } from '../mongo/database.ts';
import { newId } from '../mongo/ids.ts';
import { committed } from './commitments.ts';

/** The actor in a workspace, and the credential that vouches for it. The caller of a request is one. */
export interface Acting {
  workspace_id: string;
  actor?: string | undefined;
  credential?: AuditCredential | undefined;
  /** The proposed change that is made: the entry names it. */
  change_id?: string;
}

/** The operator, by the admin command. */
export function operatorOf(workspace_id: string): Acting {
  return { workspace_id, credential: { kind: 'operator', id: 'admin' } };
}

/** The fact of an audit entry, without its actor and time. */
export type AuditFact = Pick<AuditRecord, 'type' | 'target' | 'details' | 'contents' | 'subject_ref'>;

/**
 * Stores an entry of the audit log in the transaction that does what it tells, so that neither is without the other.
 * @param fact names, ids and states; contents are stored as salted digests only
 */
export async function recordAudit(
  db: Database,
  session: ClientSession,
  { workspace_id, actor, credential, change_id }: Acting,
  fact: AuditFact,
): Promise<void> {
  const record: AuditRecord = {
    _id: newId(),
    workspace_id,
    at: new Date(),
    ...fact,
    ...(change_id === undefined ? {} : { details: { ...fact.details, change_id } }),
    ...defined({ credential }),
    ...(actor === undefined || actor === '' ? {} : { actor }),
  };
  await db.audit_entries.insertOne(committed(record), { session });
}

/**
 * Runs work in a transaction, and stores its audit entry in the same transaction.
 * @param work may run several times
 * @param factOf the fact for a result; undefined if nothing was done
 */
export async function audited<Result>(
  db: Database,
  acting: Acting,
  work: (session: ClientSession) => Promise<Result>,
  factOf: (result: Result) => AuditFact | undefined,
): Promise<Result> {
  return await db.transaction(async (session) => {
    const result = await work(session);
    const fact = factOf(result);
    if (fact !== undefined) await recordAudit(db, session, acting, fact);
    return result;
  });
}
