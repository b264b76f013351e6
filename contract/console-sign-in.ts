import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { Role } from './role.ts';
import { isHttpUrl, text } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** The hosts that are this machine, for which a provider in development needs no TLS. */
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL is https, or http to this machine. */
export function isConfidential(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.has(hostname));
}

const Issuer = z
  .string()
  .max(2048)
  .refine(
    (url) => isHttpUrl(url) && isConfidential(url) && new URL(url).search === '',
    'must be an https URL without credentials, query or fragment',
  )
  .refine((url) => !url.includes('/.well-known/'), 'must be the issuer, not the address of its metadata')
  .meta({ description: 'The issuer of the OpenID provider, as its metadata names it.' });

const RefClaim = text({ min: 1, max: 255 }).meta({
  description:
    'The claim by which a person is known: the actor of what they do. `email` must be verified, and is taken with A to Z in lower case.',
});
const RolesClaim = text({ min: 1, max: 255 }).meta({
  description:
    'The claim that decides on the role: a text, or a list of texts. Without it, the person is looked up in `roles`.',
});
const Roles = boundedRecord(text({ min: 1, max: 255 }), Role, { most: 500 }).meta({
  description:
    'The role for each value of the claim. A person with several roles has the rights of all of them; a person without a role cannot sign in.',
});

/** Body of `PUT /v1/console/sign-in` (console.oidc.settings). */
export const NewConsoleSignIn = z
  .strictObject({
    issuer: Issuer,
    client_id: text({ min: 1, max: 255 }),
    client_secret: text({ min: 1, max: 1024 }).optional().meta({
      description: 'May be left out if issuer and client_id stay as they are: the secret then stays too.',
    }),
    ref_claim: RefClaim.default('email'),
    roles_claim: RolesClaim.optional(),
    roles: Roles,
    keys_may_sign_in: z.boolean().default(false).meta({
      description:
        'Whether people who sign in by an API key or a link have all rights, and not only read access.',
    }),
  })
  .refine(({ roles }) => Object.keys(roles).length > 0, {
    path: ['roles'],
    message: 'must give somebody a role',
  })
  .meta({ id: 'NewConsoleSignIn' });
export type NewConsoleSignIn = z.infer<typeof NewConsoleSignIn>;

/** How people of a workspace sign in to the console. The secret is never shown. */
export const ConsoleSignIn = z
  .object({
    issuer: z.string(),
    client_id: z.string(),
    ref_claim: z.string(),
    roles_claim: z.string().optional(),
    roles: z.record(z.string(), Role),
    keys_may_sign_in: z.boolean(),
    redirect_uri: z.string().meta({ description: 'To be registered at the provider.' }),
    sign_in_url: z.string().meta({ description: 'Where people of the workspace sign in.' }),
    updated_at: Timestamp,
  })
  .meta({ id: 'ConsoleSignIn' });
export type ConsoleSignIn = z.infer<typeof ConsoleSignIn>;

/** The response to the removal of the settings. */
export const RemovedConsoleSignIn = z
  .object({ removed: z.literal(true) })
  .meta({ id: 'RemovedConsoleSignIn' });

/** Body of `POST /console/session/begin`. */
export const NewSignIn = z
  .strictObject({
    workspace_id: z.string().max(255),
    back: z.string().max(2048).optional().meta({ description: 'The page of the console to return to.' }),
  })
  .meta({ id: 'NewSignIn' });
export type NewSignIn = z.infer<typeof NewSignIn>;

/** Where the browser goes to sign in. */
export const BegunSignIn = z.object({ url: z.string() }).meta({ id: 'BegunSignIn' });

/** Where the provider sends the browser back to: an address of its own for each workspace, against mix-ups. */
export const callbackPath = '/console/session/callback';

/** Where people of a workspace sign in. */
export function workspaceSignInUrl(baseUrl: string, workspaceId: string): string {
  return `${baseUrl.replace(/\/$/, '')}/console/sign-in?workspace=${workspaceId}`;
}

/** The address to register at the provider of a workspace. */
export function redirectUriOf(baseUrl: string, workspaceId: string): string {
  return `${baseUrl.replace(/\/$/, '')}${callbackPath}/${workspaceId}`;
}
