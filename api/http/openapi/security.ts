import type { ZodOpenApiSecuritySchemeObject } from 'zod-openapi';
import { neededScope, takesSessionTokens } from '../authentication/access.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';

/** The two kinds of credential (auth.mode-by-form). Their form distinguishes them: a JWT is a session token. */
export const securitySchemes: { [name: string]: ZodOpenApiSecuritySchemeObject } = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of the workspace, `sk_…`. It acts for any subject: name it in `Service-Subject`. Keep it on your servers. ' +
      'The scope that each operation needs stands beside it.',
  },
  sessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "A JWT that your backend signs for one subject with a key of `POST /v1/signing-keys`. It can be given to a browser. Its header contains the id of the key as `kid`. Claims: `sub` (the subject), `iat`, `exp` (at most an hour after `iat`), `aud` (`loom`); optional `nbf`, `connection` and `agent_id` (the only connection, and the only agent, that it allows) and `trace` (`full`). It sees only its subject's threads, runs and events, and without `trace` none of the requests and responses of models and hosts.",
  },
  consoleSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'heddle_console',
    description:
      'A session of the web console, which stands for an API key in requests of its own pages: they send the header ' +
      '`Console-Request` (`console` or `playground`), and no page of another origin can. With `person` of the session in ' +
      '`Console-Person`, a request is refused once the cookie is that of somebody else.',
  },
};

/** The credentials that an operation accepts, and the scope that an API key needs. */
export function securityOf(
  endpoint: Pick<Endpoint, 'access' | 'scope' | 'method' | 'path'>,
): { [scheme: string]: string[] }[] {
  const { access } = endpoint;
  if (access === 'public' || access === 'console-page') return [];
  if (access === 'console') return [{ consoleSession: [] }];
  const scope = neededScope(endpoint);
  const apiKey = scope === undefined ? [] : [scope];
  return takesSessionTokens(access) ? [{ apiKey }, { sessionToken: [] }] : [{ apiKey }];
}
