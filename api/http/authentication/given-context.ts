import type { Context } from '#contract/context.ts';
import { ServiceError } from '#contract/errors.ts';
import { mayWith } from '#contract/role-rules.ts';
import type { Caller } from './caller.ts';

/**
 * The facts that the workspace's backend vouches for: those of a request with an API key, or the claim of a session token. An admin who
 * tries an agent in the console gives them too.
 * @param inBody of the request
 * @throws {ServiceError} `forbidden` for facts in a request of anybody else, such as a browser with a session token
 */
export function givenContext(
  { credential, context, session }: Caller,
  inBody: Context | undefined,
): Context | undefined {
  if (inBody === undefined) return context;
  const isAdmin = session !== undefined && (session.roles === undefined || mayWith(session.roles, 'admin'));
  if (credential?.kind === 'api_key' || isAdmin) return inBody;
  throw new ServiceError(
    'forbidden',
    'A context takes an API key, an admin in the console, or a claim `context` of the session token.',
    {
      details: [{ path: 'context', code: 'api_key_required', message: 'takes an API key' }],
    },
  );
}
