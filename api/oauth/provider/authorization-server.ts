import type { Middleware } from 'koa';
import { errors, Provider } from 'oidc-provider';
import { ServiceError } from '#contract/errors.ts';
import type { OAuthTokenDocument } from '#store/documents/oauth.ts';
import type { Allowances } from '../../limits/allowances.ts';
import { toServiceError } from '../../middleware/answer-errors.ts';
import { countForSubject } from '../count-for-subject.ts';
import type { OAuthContext, OAuthState } from '../state.ts';
import { providerConfiguration, type ProviderParts } from './configuration.ts';

/** The authorization server: the library with its settings, and how it answers a request of this API. */
export interface AuthorizationServer {
  provider: Provider;
  answer: Middleware<OAuthState>;
}

/** Creates the authorization server of a deployment. Its issuer is the deployment's base URL. */
export function createAuthorizationServer(
  parts: Omit<ProviderParts, 'onToken' | 'documents'> & { allowances: Allowances },
): AuthorizationServer {
  const { baseUrl, allowances } = parts;
  const provider = new Provider(
    baseUrl,
    providerConfiguration({
      ...parts,
      documents: allowances.documents,
      onToken: async (token) => await countToken(token, allowances),
    }),
  );
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

/** The library answers its own errors. Of ours, an outage is told as one, and the log has everything. */
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
