import { type ApiKeyScope, hasScope } from '#contract/api-key.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses API keys without the scope that this needs, and sessions of the console that such keys opened (api-key.scopes).
 * @throws {ServiceError} `forbidden`
 */
export function refuseMissingScopes({ scopes }: Pick<Caller, 'scopes'>, needed: ApiKeyScope): void {
  if (!hasScope(scopes, needed)) throw missingScope(needed);
}

/** The API key lacks a scope. */
export function missingScope(needed: ApiKeyScope): ServiceError {
  const message = `the API key lacks the scope ${needed}`;
  return new ServiceError('forbidden', `This needs a scope: ${message}.`, {
    details: [{ path: 'scopes', code: 'missing_scope', message }],
  });
}
