import { z } from 'zod';

/** The kinds of credentials. */
export const credentialKinds = [
  'api_key',
  'session_token',
  'console_link',
  'console_sign_in',
  'mcp_grant',
] as const;

/**
 * The kind of credential of a request. Recorded beside the actor, whose name the holder of a key or link may choose:
 * the name says who acted, the credential who vouches for it.
 */
export const CredentialKind = z.enum(credentialKinds).meta({ id: 'CredentialKind' });

export const CredentialRef = z
  .object({
    kind: CredentialKind.meta({
      description:
        'The kind of credential of the request. For a session of the console, the API key, the link or the sign-in settings that opened it.',
    }),
    id: z.string().meta({
      description:
        'The id of the API key, of the link, of the version of the sign-in settings or of the MCP grant; for a session token, of the key that signed it.',
    }),
  })
  .meta({ id: 'Credential' });
export type CredentialRef = z.infer<typeof CredentialRef>;

/** How the actor of a request is known. */
export const requestVias = ['api_key', 'token', 'console'] as const;
export type RequestVia = (typeof requestVias)[number];

const howRequestsAreMade =
  '`api_key`: the holder of an API key, or of a link to the console, says who acts. `token`: a ' +
  'session token says it, which the backend of the workspace signed, also for a client of MCP. `console`: they signed in ' +
  'to the console at the identity provider of the workspace.';
export const RequestViaName = z
  .enum(requestVias)
  .meta({ id: 'RequestVia', description: `How the actor of the request is known. ${howRequestsAreMade}` });

/** How an actor can be known. */
export const vias = [...requestVias, 'passkey'] as const;

/** How the actor is known (auth.via). */
export const Via = z.enum(vias).meta({
  id: 'Via',
  description: `How the actor is known. ${howRequestsAreMade} \`passkey\`: they signed the decision with a passkey of theirs.`,
});
export type Via = z.infer<typeof Via>;

const viaOfKind: Record<CredentialRef['kind'], RequestVia> = {
  api_key: 'api_key',
  console_link: 'api_key',
  console_sign_in: 'console',
  session_token: 'token',
  mcp_grant: 'token',
};

/** How the actor of a request is known, from what authenticated it. */
export function viaOf({ kind }: Pick<CredentialRef, 'kind'>): RequestVia {
  return viaOfKind[kind];
}
