import { z } from 'zod';
import { AgentId, Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** MCP grants: the standing authorization of one subject for one MCP client on one agent (mcp.grant.*). */

/** The scopes of an MCP client. */
export const mcpScopes = ['read', 'write'] as const;
export type McpScope = (typeof mcpScopes)[number];

/** Those of the scopes in a space-separated list that exist, in their usual order. */
export function knownScopes(list: string): McpScope[] {
  const named = new Set(list.split(' '));
  return mcpScopes.filter((scope) => named.has(scope));
}

/** A grant as it is listed. */
export const McpGrant = z
  .object({
    id: Uuid,
    subject_ref: z.string().meta({ description: 'The subject of every run under the grant.' }),
    scopes: z.array(z.enum(mcpScopes).meta({ id: 'McpScope' })),
    agent: z
      .object({ public_id: AgentId, name: z.string() })
      .meta({ id: 'McpGrantAgent' })
      .meta({ description: 'The only version of an agent that the grant covers.' }),
    client: z
      .object({
        id: z.string().meta({
          description:
            'Its `client_id`: the URL of its metadata document, or an id that the service generated.',
        }),
        name: z.string().meta({ description: 'As the client registered itself: a label, not an identity.' }),
        document_host: z
          .string()
          .optional()
          .meta({ description: 'The host of its metadata document, if it is known by one.' }),
        redirect_host: z.string().optional().meta({
          description:
            'Where the subject was sent when it last consented: a host, or the scheme of an app, as in `cursor:`.',
        }),
      })
      .meta({
        id: 'McpGrantClient',
        description: 'The client, as it describes itself, with its address.',
      }),
    created_at: Timestamp.meta({ description: 'When the subject first consented.' }),
    last_authorized_at: Timestamp.nullable().meta({
      description: 'When an access token was last issued; null if none ever was. Calls do not change it.',
    }),
  })
  .meta({ id: 'McpGrant' });
export type McpGrant = z.infer<typeof McpGrant>;

/** The response to the revocation of a grant. */
export const RevokedMcpGrant = z.object({ id: Uuid, revoked_at: Timestamp }).meta({ id: 'RevokedMcpGrant' });
export type RevokedMcpGrant = z.infer<typeof RevokedMcpGrant>;
