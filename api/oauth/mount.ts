import { Router, type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { notFound } from '#contract/errors.ts';
import { AgentId } from '#contract/ids.ts';
import { findAgentOfId } from '#store/agents/agents.ts';
import { SessionTokens } from '../authentication/session-tokens.ts';
import type { AddressAllowances } from '../limits/address-allowances.ts';
import { spend } from '../limits/allowance.ts';
import type { Services } from '../services.ts';
import { answerProblems } from './answer-problems.ts';
import { beginOrAsk } from './login/begin.ts';
import { decide } from './login/decide.ts';
import type { LoginParts } from './login/login-parts.ts';
import { loginReturnPath } from './login/paths.ts';
import { RequestTokens } from './login/request-token.ts';
import { takeReturn } from './login/return.ts';
import { oauthPaths, protectedResourceMetadata, serverMetadata } from './metadata.ts';
import { normalizeRequest } from './normalize-request.ts';
import { createAuthorizationServer } from './provider/authorization-server.ts';
import { protectedResourcePath } from './resources.ts';
import type { OAuthState } from './state.ts';

/** The paths of OAuth, as they are recorded and logged. Its standards decide where they are. */
export const oauthRoutes = [
  { method: 'get', path: '/.well-known/oauth-authorization-server', noun: 'metadata' },
  { method: 'get', path: '/.well-known/openid-configuration', noun: 'metadata' },
  { method: 'get', path: protectedResourcePath, noun: 'metadata' },
  { method: 'get', path: `${protectedResourcePath}/mcp/{agent_id}`, noun: 'agent' },
  { method: 'get', path: oauthPaths.jwks, noun: 'key' },
  { method: 'post', path: oauthPaths.register, noun: 'client' },
  { method: 'get', path: oauthPaths.authorize, noun: 'authorization' },
  { method: 'get', path: `${oauthPaths.authorize}/{uid}`, noun: 'authorization' },
  { method: 'post', path: oauthPaths.token, noun: 'token' },
  { method: 'post', path: oauthPaths.revoke, noun: 'token' },
  { method: 'post', path: oauthPaths.introspect, noun: 'token' },
  { method: 'get', path: loginReturnPath, noun: 'authorization' },
  { method: 'get', path: '/mcp/login/{uid}', noun: 'authorization' },
  { method: 'post', path: '/mcp/login/{uid}', noun: 'authorization' },
] as const;

type OAuthRoute = (typeof oauthRoutes)[number];
type Handler = (ctx: RouterContext<OAuthState>, next: () => Promise<unknown>) => unknown;

/** Metadata says nothing that changes from day to day. */
const metadataCache = 'public, max-age=3600';

/** Everything of OAuth, outside of /v1. */
export function mountOAuth(services: Services): Router<OAuthState> {
  const { allowances, baseUrl } = services;
  const router = new Router<OAuthState>({ sensitive: true, strict: true });
  for (const [route, handlers] of handlersOf(services)) {
    const isNewClient = route.path === oauthPaths.register;
    const isPage = route.noun === 'authorization';
    router[route.method](
      route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      name(route),
      secureCookies(baseUrl),
      ...(isPage ? [allowPopups] : []),
      ...(isPage ? [answerProblems()] : []),
      limitStrangers(isNewClient ? allowances.clients : allowances.oauth),
      ...handlers,
    );
  }
  return router;
}

function handlersOf(services: Services): [OAuthRoute, Handler[]][] {
  const { db, baseUrl, keyring, oauthKeys: keys } = services;
  const server = createAuthorizationServer({ ...services, keys });
  const login: LoginParts = {
    services,
    provider: server.provider,
    requestTokens: new RequestTokens(baseUrl, keys.signing),
    sessionTokens: new SessionTokens(db, keyring),
    forms: keys.forms,
  };
  const metadata = (document: object): Handler[] => [
    (ctx) => {
      ctx.set('Cache-Control', metadataCache);
      ctx.body = document;
    },
  ];
  const library = [server.answer];
  const handlers: { [Route in OAuthRoute as `${Route['method']} ${Route['path']}`]: Handler[] } = {
    'get /.well-known/oauth-authorization-server': metadata(serverMetadata(baseUrl)),
    'get /.well-known/openid-configuration': metadata(serverMetadata(baseUrl)),
    'get /.well-known/oauth-protected-resource': metadata(protectedResourceMetadata(baseUrl)),
    'get /.well-known/oauth-protected-resource/mcp/{agent_id}': [
      async (ctx) => {
        const id = AgentId.safeParse(ctx.params['agent_id']).data;
        const agent = id === undefined ? null : await findAgentOfId(db, id);
        if (agent === null) throw notFound('agent');
        ctx.set('Cache-Control', metadataCache);
        ctx.body = protectedResourceMetadata(baseUrl, agent._id);
      },
    ],
    'get /oauth/jwks': library,
    'post /oauth/register': library,
    'get /oauth/authorize': [normalizeRequest(), server.answer],
    'get /oauth/authorize/{uid}': library,
    'post /oauth/token': library,
    'post /oauth/revoke': library,
    'post /oauth/introspect': library,
    'get /mcp/login/return': [async (ctx) => await takeReturn(ctx, login)],
    'get /mcp/login/{uid}': [async (ctx) => await beginOrAsk(ctx, uidOf(ctx), login)],
    'post /mcp/login/{uid}': [async (ctx) => await decide(ctx, uidOf(ctx), login)],
  };
  return oauthRoutes.map((route) => [
    route,
    handlers[`${route.method} ${route.path}` as keyof typeof handlers],
  ]);
}

function uidOf(ctx: RouterContext<OAuthState>): string {
  return ctx.params['uid'] ?? '';
}

/** Says where a request goes, for its record, the log and the metrics. */
function name({ path, noun }: OAuthRoute): Middleware<OAuthState> {
  return async (ctx, next) => {
    ctx.state.endpoint = { path, noun };
    await next();
  };
}

/** Cookies are for https only if browsers reach the service by it, whether or not a proxy in front ends TLS. */
function secureCookies(baseUrl: string): Middleware<OAuthState> {
  const secure = baseUrl.startsWith('https:');
  return async (ctx, next) => {
    ctx.cookies.secure = secure;
    await next();
  };
}

/** A client in a browser may open these pages in a window of its own, and hear from it when the browser comes back. */
const allowPopups: Middleware<OAuthState> = async (ctx, next) => {
  ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none');
  await next();
};

/** Counts a request against the allowance of its address. */
function limitStrangers(allowance: AddressAllowances): Middleware<OAuthState> {
  return async (ctx, next) => {
    spend(ctx, await allowance.admit(ctx.ip));
    await next();
  };
}
