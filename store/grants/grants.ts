import type { ClientSession } from 'mongodb';
import { defined } from '#contract/defined.ts';
import type { McpGrant } from '#contract/grant.ts';
import type { Page } from '#contract/pagination.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { type Acting, audited } from '../audit/record.ts';
import type { McpGrantDocument } from '../documents/mcp-grant.ts';
import type { Database } from '../mongo/database.ts';
import { newestPage } from '../mongo/page.ts';

/** The grant with an id if it is active, else null. */
export async function findActiveGrant(db: Database, id: string): Promise<McpGrantDocument | null> {
  return await db.mcp_grants.findOne({ _id: id, active: true });
}

/**
 * Notes within a transaction that a client is being connected under a grant. The transaction fails if somebody revokes or
 * erases the grant first.
 * @returns false if the grant is not active
 */
export async function noteConnected(
  db: Database,
  session: ClientSession,
  id: string,
  connected_at: Date,
): Promise<boolean> {
  const filter = { _id: id, active: true } as const;
  const { matchedCount } = await db.mcp_grants.updateOne(filter, { $set: { connected_at } }, { session });
  return matchedCount === 1;
}

/**
 * Stores that an access token is being issued. False if the grant is no longer active: then none may be issued. The
 * time is that of MongoDB.
 */
export async function noteAuthorized(db: Database, id: string): Promise<boolean> {
  const { matchedCount } = await db.mcp_grants.updateOne({ _id: id, active: true }, [
    { $set: { last_authorized_at: '$$NOW' } },
  ]);
  return matchedCount === 1;
}

/** Which grants of a workspace to list. */
export interface GrantFilter {
  workspace_id: string;
  subject?: string;
}

/** Active grants, newest first. The position is the last one's id. */
export async function listGrants(
  db: Database,
  { workspace_id, subject }: GrantFilter,
  limit: number,
  after?: string,
): Promise<Page<McpGrantDocument, string>> {
  const ofSubject = subject === undefined ? {} : { subject_ref: subject };
  return await newestPage(db.mcp_grants, { workspace_id, ...ofSubject, active: true }, limit, after);
}

/**
 * Revokes a grant. From then on, no token of it works on any process, because each use of one looks at its grant. Its
 * authorizations and tokens are deleted too. If the process dies in between, they expire.
 * @returns when it was revoked, or null if the workspace has no such active grant
 */
export async function revokeGrant(db: Database, acting: Acting, id: string): Promise<Date | null> {
  const { workspace_id } = acting;
  const revoked = await audited(
    db,
    acting,
    async (session) =>
      await db.mcp_grants.findOneAndUpdate(
        { _id: id, workspace_id, active: true },
        [{ $set: { revoked_at: '$$NOW' } }, { $unset: 'active' }],
        { session, returnDocument: 'after' },
      ),
    (grant) =>
      grant === null
        ? undefined
        : {
            type: 'mcp_grant.revoked',
            target: { kind: 'mcp_grant', id },
            subject_ref: grant.subject_ref,
            details: { agent_id: grant.agent.id },
          },
  );
  if (revoked?.revoked_at === undefined) return null;
  await db.oauth_authorizations.deleteMany({ grant_id: id });
  await db.oauth_tokens.deleteMany({ grant_id: id });
  return revoked.revoked_at;
}

/** A grant as the API shows it. */
export function toMcpGrant(document: McpGrantDocument): McpGrant {
  const { _id, subject_ref, scopes, agent, client, created_at, last_authorized_at } = document;
  return {
    id: _id,
    subject_ref,
    scopes,
    agent: { public_id: agent.id, name: agent.name },
    client: toMcpClient(client),
    created_at: toTimestamp(created_at),
    last_authorized_at: last_authorized_at === undefined ? null : toTimestamp(last_authorized_at),
  };
}

function toMcpClient({ id, name, redirect_host }: McpGrantDocument['client']): McpGrant['client'] {
  // An id that is a URL is that of a document; the ids that are made here have no colon.
  const document = id.includes(':') ? URL.parse(id) : null;
  return {
    id,
    name,
    ...(document === null ? {} : { document_host: document.host }),
    ...defined({ redirect_host }),
  };
}
