import type { ClientSession } from 'mongodb';
import type { McpScope } from '#contract/grant.ts';
import { StaleWriteError } from '#engine/ports/run-store.ts';
import { recordAudit } from '../audit/record.ts';
import type { McpGrantDocument } from '../documents/mcp-grant.ts';
import type { Database } from '../mongo/database.ts';
import { madeAt, newId } from '../mongo/ids.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { retryOnConflict } from '../mongo/retry-on-conflict.ts';
import { noteConsent } from './interactions.ts';

/** The content of a subject's consent. */
export type Consent = Pick<McpGrantDocument, 'workspace_id' | 'subject_ref' | 'agent' | 'client'> & {
  scopes: McpScope[];
};

/**
 * Stores a consent: a new grant or, if the same subject has an active one for the same agent and client, that one with
 * the new scopes and the client's current name (mcp.grant.one-per-combination). The interaction in which the subject has
 * signed in is written in the same transaction, so an erasure, which deletes it first, finds the grant or prevents it.
 * @param by.uid of the interaction
 * @param by.actor who signed in to it. Default: the subject
 * @returns null if the subject is not signed in there any more: the interaction expired, or the subject was erased
 * @throws {ContentionError}
 */
export async function storeConsent(
  db: Database,
  consent: Consent,
  { uid, actor = consent.subject_ref }: { uid: string; actor?: string | undefined },
): Promise<McpGrantDocument | null> {
  const { workspace_id, subject_ref, agent, client, scopes } = consent;
  const combination = { workspace_id, subject_ref, 'agent.id': agent.id, 'client.id': client.id };
  const store = async (session: ClientSession) => {
    if (!(await noteConsent(db, session, uid, consent))) return null;
    const latest = await db.mcp_grants.findOne(combination, { sort: { seq: -1 }, session });
    if (latest?.active === true) {
      const updated = await db.mcp_grants.findOneAndUpdate(
        { _id: latest._id, active: true },
        { $set: { scopes, client } },
        { returnDocument: 'after', session },
      );
      if (updated === null) throw new StaleWriteError('the grant was revoked first');
      await recordConsent(db, session, updated, actor);
      return updated;
    }
    const _id = newId();
    const seq = (latest?.seq ?? 0) + 1;
    const grant: McpGrantDocument = { _id, ...consent, seq, active: true, created_at: madeAt(_id) };
    await insertNew(db.mcp_grants, grant, { session });
    await recordConsent(db, session, grant, actor);
    return grant;
  };
  return await retryOnConflict('a grant', async () => await db.transaction(store));
}

/** The person who signed in has consented; only the grant vouches for that. */
async function recordConsent(
  db: Database,
  session: ClientSession,
  { _id: id, workspace_id, subject_ref, agent, client, scopes }: McpGrantDocument,
  actor: string,
): Promise<void> {
  const acting = { workspace_id, actor, credential: { kind: 'mcp_grant' as const, id } };
  await recordAudit(db, session, acting, {
    type: 'mcp_grant.consented',
    target: { kind: 'mcp_grant', id },
    subject_ref,
    details: { agent_id: agent.id, client_id: client.id, scopes },
  });
}
