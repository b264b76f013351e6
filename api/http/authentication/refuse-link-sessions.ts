import { ServiceError } from '#contract/errors.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses sessions of the console that a link opened, where keys are created and deleted. A session ends after days, and
 * a key that it created would not: whoever got hold of a link would keep the workspace.
 * @throws {ServiceError} `forbidden`
 */
export async function refuseLinkSessions(_: unknown, { session }: Caller): Promise<void> {
  if (session === undefined || session.api_key_id !== undefined) return;
  await Promise.reject(
    new ServiceError('forbidden', 'Whoever signed in by a link manages no keys: sign in with an API key.'),
  );
}
