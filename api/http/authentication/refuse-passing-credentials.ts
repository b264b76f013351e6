import { ServiceError } from '#contract/errors.ts';
import type { Caller } from './caller.ts';
import { refuseLinkSessions } from './refuse-link-sessions.ts';

/**
 * Refuses credentials that end by themselves where something is made that lets people in and does not end: sessions that a link
 * opened, API keys that expire, and sessions that such a key opened (api-key.scopes.made).
 * @throws {ServiceError} `forbidden`
 */
export async function refusePassingCredentials(services: unknown, caller: Caller): Promise<void> {
  await refuseLinkSessions(services, caller);
  const { key_expires_at: until } = caller;
  if (until === undefined) return;
  const message = `would outlive the API key, which expires at ${until.toISOString()}`;
  throw new ServiceError('forbidden', `The new credential ${message}: use a key without an expiry.`, {
    details: [{ path: 'expires_at', code: 'outlives_key', message }],
  });
}
