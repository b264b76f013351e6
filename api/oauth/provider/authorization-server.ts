import type { Middleware } from 'koa';
import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { ServiceError } from '#contract/errors.ts';
import type { OAuthTokenDocument } from '#store/documents/oauth.ts';
import type { Allowances } from '../../http/limits/allowances.ts';
import { toServiceError } from '../../http/middleware/answer-errors.ts';
import { countForSubject } from '../count-for-subject.ts';
import type { OAuthContext, OAuthState } from '../state.ts';
import { providerConfiguration, type ProviderParts } from './configuration.ts';
import { shareSuccessors } from './refresh-successors.ts';

/** The authorization server: the library with its settings, and how it answers a request of this API. */
export interface AuthorizationServer {
  provider: Provider;
  answer: Middleware<OAuthState>;
}

/** The parts of the authorization server. */
export type AuthorizationServerParts = Omit<ProviderParts, 'onToken' | 'documents'> & {
  allowances: Allowances;
};

/** Creates the authorization server of a deployment. Its issuer is the deployment's base URL. */
export function createAuthorizationServer(parts: AuthorizationServerParts): AuthorizationServer {
  const { baseUrl, allowances } = parts;
  const provider = new Provider(
    baseUrl,
    providerConfiguration({
      ...parts,
      documents: allowances.documents,
      onToken: async (token) => await countToken(token, allowances),
    }),
  );
  shareSuccessors(provider, parts.keys.successorOf);
  provider.on('authorization.error', showUndecided);
  provider.on('server_error', (ctx, error) => answerFault(ctx as unknown as OAuthContext, error));
  return {
    provider,
    answer: async (ctx, next) => {
      // The library is a Koa application, whose one step runs here as a step of this one.
      const [run] = provider.middleware;
      await run?.(ctx, next);
      dropSessionCookie(ctx, provider.cookieName('session'));
    },
  };
}

/**
 * A token that exists says whose request it is. The request counts against the allowance of that workspace, before
 * anything is done.
 */
async function countToken(token: OAuthTokenDocument, allowances: Allowances): Promise<void> {
  const ctx = Provider.ctx as unknown as OAuthContext;
  if (ctx.state.caller !== undefined) return;
  try {
    await countForSubject(ctx, allowances, token);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(error.retryAfterSeconds));
    throw new errors.OIDCProviderError(error.status, error.code);
  }
}

/**
 * Shows an error on our page, unless its user has decided on the page that names the client's address: anybody can
 * register a redirect, and a link to this service would lead there at once, for example by `prompt=none`. The library
 * asks the error where it goes after it has reported it.
 */
function showUndecided({ oidc }: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
  // The parameters are those that were stored with the decision. Until then, the library takes those of the address.
  const isDecided = oidc.entities.Interaction?.result !== undefined && oidc.params !== undefined;
  if (!isDecided) error.allow_redirect = false;
}

/** The library answers its own errors. Of ours, an outage is answered as one, and the log has all details. */
function answerFault(ctx: OAuthContext, error: Error): void {
  const known = toServiceError(error);
  ctx.state.log.error({ err: error, code: known.code }, 'request failed');
  ctx.status = known.status;
  if (known.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(known.retryAfterSeconds));
  const isOutage = known.code === 'temporarily_unavailable';
  ctx.body = { error: isOutage ? known.code : 'server_error', error_description: known.message };
}

/** Nobody stays signed in, so the library's session is not stored, and its cookie would lead nowhere. */
function dropSessionCookie(ctx: OAuthContext, name: string): void {
  const cookies = [ctx.response.headers['set-cookie'] ?? []].flat();
  const kept = cookies.filter(
    (cookie) => !cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}.sig=`),
  );
  if (kept.length === cookies.length) return;
  if (kept.length === 0) ctx.remove('Set-Cookie');
  else ctx.set('Set-Cookie', kept);
}
