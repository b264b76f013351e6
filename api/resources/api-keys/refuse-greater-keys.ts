import { apiKeyScopes, hasScope, type NewApiKey } from '#contract/api-key.ts';
import { ServiceError } from '#contract/errors.ts';
import { missingScope } from '../../http/authentication/refuse-missing-scopes.ts';
import type { Caller } from '../../http/authentication/caller.ts';

/**
 * Refuses a key that may do more than the one that makes it, or lives longer (api-key.scopes.made).
 * @throws {ServiceError} `forbidden`
 */
export function refuseGreaterKeys(
  { scopes: held, key_expires_at: until }: Caller,
  { scopes = [...apiKeyScopes], expires_at }: NewApiKey,
): void {
  const missing = scopes.find((scope) => !hasScope(held, scope));
  if (missing !== undefined) throw missingScope(missing);
  if (until === undefined || (expires_at !== undefined && Date.parse(expires_at) <= until.getTime())) return;
  const message = `must not be later than ${until.toISOString()}, when the key of this request expires`;
  throw new ServiceError('forbidden', `expires_at ${message}.`, {
    details: [{ path: 'expires_at', code: 'outlives_key', message }],
  });
}
