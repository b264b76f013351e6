import { z } from 'zod';

/** What a request can be authenticated by. */
export const credentialKinds = ['api_key', 'session_token', 'console_link', 'mcp_grant'] as const;

/**
 * What authenticated a request. It is recorded beside the actor, whose name the holder of a key or link may choose: the
 * name says who acted, and this says who vouches for that.
 */
export const CredentialRef = z
  .object({
    kind: z.enum(credentialKinds).meta({
      description:
        'What authenticated the request. For a session of the console, the API key or the link that opened it.',
    }),
    id: z.string().meta({
      description:
        'The id of the API key, of the link or of the MCP grant; for a session token, of the key that signed it.',
    }),
  })
  .meta({ id: 'Credential' });
export type CredentialRef = z.infer<typeof CredentialRef>;
