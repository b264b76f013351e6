import type { McpGrantDocument } from '#store/documents/mcp-grant.ts';
import type { Consent } from '#store/oauth/consent.ts';
import type { Database } from '#store/mongo/database.ts';
import { madeAt, newId } from '#store/mongo/ids.ts';

/** Stores an active grant, as a subject's first consent to a client makes it. */
export async function storedGrant(db: Database, consent: Consent): Promise<McpGrantDocument> {
  const _id = newId();
  const grant: McpGrantDocument = { _id, ...consent, seq: 1, active: true, created_at: madeAt(_id) };
  await db.mcp_grants.insertOne(grant);
  return grant;
}
