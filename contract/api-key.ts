import { z } from 'zod';
import { CredentialName } from './credential-name.ts';
import { KeyLife } from './key-life.ts';
import { Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';

/** API keys: the credentials of a workspace's backend (api-key.create). */

/** Body of `POST /v1/api-keys`. */
export const NewApiKey = z.strictObject({ name: CredentialName.optional() }).meta({ id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof NewApiKey>;

/** An API key as it is listed: without the key. */
export const ApiKey = z
  .object({ id: Uuid, name: z.string().optional(), created_at: Timestamp, ...KeyLife.shape })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

/** The response to the creation of an API key (201). */
export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({ description: '`sk_…`, shown only this once, because only its SHA-256 is stored.' }),
}).meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;
