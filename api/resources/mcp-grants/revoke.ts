import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { RevokedMcpGrant } from '#contract/grant.ts';
import { Uuid } from '#contract/ids.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { revokeGrant } from '#store/grants/grants.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const revokeMcpGrant = endpoint({
  operation: 'revokeMcpGrant',
  summary: 'Revoke an MCP grant: its access and refresh tokens stop working at once. Finished work stays',
  method: 'delete',
  path: '/v1/mcp/grants/{id}',
  access: 'management',
  noun: 'MCP grant',
  role: 'admin',
  params: z.object({ id: Uuid }),
  status: 200,
  data: RevokedMcpGrant,
  async handle({ db }: { db: Database }, { caller, params: { id } }) {
    const revokedAt = await revokeGrant(db, caller, id);
    if (revokedAt === null) throw notFound('MCP grant');
    return { data: { id, revoked_at: toTimestamp(revokedAt) } };
  },
});
