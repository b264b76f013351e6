import { z } from 'zod';
import { CredentialName } from './credential-name.ts';
import { KeyLife } from './key-life.ts';
import { Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** API keys: the credentials of a workspace's backend (api-key.create). */

/** Scopes of an API key. `converse` and `decide` include `read`. */
export const apiKeyScopes = ['read', 'converse', 'decide', 'identify', 'voice', 'extract', 'manage'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
const Scopes = z.array(z.enum(apiKeyScopes).meta({ id: 'ApiKeyScope' }));

/** Whether a key may do what needs a scope. @param held what it may do; undefined for everything */
export function hasScope(held: readonly ApiKeyScope[] | undefined, needed: ApiKeyScope): boolean {
  if (held === undefined || held.includes(needed)) return true;
  return needed === 'read' && (held.includes('converse') || held.includes('decide'));
}

/** Body of `POST /v1/api-keys`. */
export const NewApiKey = z
  .strictObject({
    name: CredentialName.optional(),
    scopes: Scopes.min(1, 'must name at least one scope')
      .max(apiKeyScopes.length)
      .refine((names) => new Set(names).size === names.length, 'must name each scope once')
      .optional()
      .meta({
        description:
          'The scopes of the key: `read` threads, runs and waiting items; `converse`: threads, messages, answers, outcomes and cancelling; `decide`: confirm, decide, revise and withdraw; `identify`; `voice`; `extract`; `manage`: everything else, keys included, and all of a trace. Default: all.',
      }),
    expires_at: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({ description: 'The time from which the key is refused. Default: it never expires.' }),
  })
  .meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof NewApiKey>;

/** An API key as it is listed: without the key. */
export const ApiKey = z
  .object({
    id: Uuid,
    name: z.string().optional(),
    scopes: Scopes.meta({ description: 'The scopes of the key.' }),
    expires_at: Timestamp.optional().meta({
      description: 'The time from which the key is refused. Absent for a key without an expiry.',
    }),
    created_at: Timestamp,
    ...KeyLife.shape,
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

/** The response to the creation of an API key (201). */
export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({ description: '`sk_…`, shown only this once, because only its SHA-256 is stored.' }),
}).meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;
