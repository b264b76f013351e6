import { ServiceError } from '#contract/errors.ts';
import type { ConsoleSessionDocument } from '#store/documents/console-session.ts';
import type { Caller } from './caller.ts';

/**
 * Refuses sessions of the console that a link opened, where keys and the sign-in are managed. A session ends after
 * days, and a key that it created would not: the holder of a link would keep the workspace.
 * @throws {ServiceError} `forbidden`
 */
export async function refuseLinkSessions(_: unknown, { session }: Caller): Promise<void> {
  if (session === undefined || !isOfLink(session)) return;
  await Promise.reject(
    new ServiceError(
      'forbidden',
      'A session that was opened by a link cannot manage keys or the sign-in: sign in with an API key.',
    ),
  );
}

/** Whether a one-time link opened a session. */
export function isOfLink({ api_key_id, sign_in_id }: ConsoleSessionDocument): boolean {
  return api_key_id === undefined && sign_in_id === undefined;
}
