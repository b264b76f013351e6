import { Router, type RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { notFound } from '#contract/errors.ts';
import type { Statements } from '#adapters/statements/statements.ts';
import { AgentId } from '#contract/ids.ts';
import type { Schemas } from '#engine/ports/schemas.ts';
import { findAgentOfId } from '#store/agents/agents.ts';
import type { KeyUse } from '#store/credentials/key-use.ts';
import { SessionTokens } from '../http/authentication/session-tokens.ts';
import type { Suspensions } from '../http/authentication/suspensions.ts';
import type { AddressAllowances } from '../http/limits/address-allowances.ts';
import { nameRoute } from '../http/endpoint/name-route.ts';
import { spend } from '../http/limits/allowance.ts';
import { answerProblems } from './answer-problems.ts';
import { beginOrAsk } from './login/begin.ts';
import type { ApprovalPage } from './login/approval-page.ts';
import { decide } from './login/decide.ts';
import type { LoginParts } from './login/login-parts.ts';
import { loginReturnPath } from './login-paths.ts';
import { RequestTokens } from './login/request-token.ts';
import { takeReturn } from './login/return.ts';
import { oauthPaths, protectedResourceMetadata, serverMetadata } from './metadata.ts';
import type { OAuthKeys } from './keys.ts';
import { normalizeRequest } from './normalize-request.ts';
import { type AuthorizationServerParts, createAuthorizationServer } from './provider/authorization-server.ts';
import { refuseRepeatedMembers } from './provider/refuse-repeated-members.ts';
import { protectedResourcePath } from './resources.ts';
import type { OAuthState } from './state.ts';

/** The paths of OAuth, as they are recorded and logged. Its standards decide where they are. */
export const oauthRoutes = [
  {
    name: 'serverMetadata',
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    noun: 'metadata',
  },
  { name: 'openidMetadata', method: 'get', path: '/.well-known/openid-configuration', noun: 'metadata' },
  { name: 'deploymentMetadata', method: 'get', path: protectedResourcePath, noun: 'metadata' },
  { name: 'agentMetadata', method: 'get', path: `${protectedResourcePath}/mcp/{agent_id}`, noun: 'agent' },
  // Not of OAuth: the keys of signed statements, where everybody looks for keys.
  { name: 'statementKeys', method: 'get', path: '/.well-known/jwks.json', noun: 'key' },
  { name: 'keys', method: 'get', path: oauthPaths.jwks, noun: 'key' },
  { name: 'register', method: 'post', path: oauthPaths.register, noun: 'client' },
  { name: 'authorize', method: 'get', path: oauthPaths.authorize, noun: 'authorization' },
  { name: 'resume', method: 'get', path: `${oauthPaths.authorize}/{uid}`, noun: 'authorization' },
  { name: 'token', method: 'post', path: oauthPaths.token, noun: 'token' },
  { name: 'revoke', method: 'post', path: oauthPaths.revoke, noun: 'token' },
  { name: 'introspect', method: 'post', path: oauthPaths.introspect, noun: 'token' },
  { name: 'loginReturn', method: 'get', path: loginReturnPath, noun: 'authorization' },
  { name: 'login', method: 'get', path: '/mcp/login/{uid}', noun: 'authorization' },
  { name: 'decide', method: 'post', path: '/mcp/login/{uid}', noun: 'authorization' },
  {
    name: 'beginApproval',
    method: 'get',
    path: '/mcp/approvals/{agent_id}/{run_id}/{tool_call_id}',
    noun: 'authorization',
  },
  { name: 'showApproval', method: 'get', path: '/mcp/approvals/{uid}', noun: 'authorization' },
  { name: 'decideApproval', method: 'post', path: '/mcp/approvals/{uid}', noun: 'authorization' },
] as const;

/** The dependencies of the authorization server. */
export type OAuthServices = Omit<AuthorizationServerParts, 'keys'> & {
  oauthKeys: OAuthKeys;
  keyUse: KeyUse;
  statements: Statements;
  suspensions: Suspensions;
  schemas: Pick<Schemas, 'validateResult'>;
};

type OAuthRoute = (typeof oauthRoutes)[number];
type Handler = (ctx: RouterContext<OAuthState>, next: () => Promise<unknown>) => unknown;

/** Metadata says nothing that changes from day to day. */
const metadataCache = 'public, max-age=3600';
/** A new key is published this long before it signs, at least, and an old one is used that long after it is gone. */
const statementKeysCache = 'public, max-age=300';

/** Everything of OAuth, outside of /v1. */
export function mountOAuth(services: OAuthServices, approvals: ApprovalPage): Router<OAuthState> {
  const { allowances, baseUrl } = services;
  const router = new Router<OAuthState>({ sensitive: true, strict: true });
  const handlers = handlersOf(services, approvals);
  for (const route of oauthRoutes) {
    const isPage = route.noun === 'authorization';
    router[route.method](
      route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      async (ctx, next) => {
        nameRoute(ctx, { path: route.path, noun: route.noun });
        await next();
      },
      secureCookies(baseUrl),
      ...(isPage ? [answerProblems()] : []),
      limitStrangers(route.name === 'register' ? allowances.clients : allowances.oauth),
      ...handlers[route.name],
    );
  }
  return router;
}

function handlersOf(services: OAuthServices, approvals: ApprovalPage): Record<OAuthRoute['name'], Handler[]> {
  const { db, baseUrl, keyring, oauthKeys: keys } = services;
  const server = createAuthorizationServer({ ...services, keys });
  const login: LoginParts = {
    services,
    provider: server.provider,
    requestTokens: new RequestTokens(baseUrl, keys.signing),
    sessionTokens: new SessionTokens(db, keyring),
    forms: keys.forms,
  };
  const library = [server.answer];
  return {
    serverMetadata: [showMetadata(serverMetadata(baseUrl))],
    openidMetadata: [showMetadata(serverMetadata(baseUrl))],
    deploymentMetadata: [showMetadata(protectedResourceMetadata(baseUrl))],
    agentMetadata: [
      async (ctx) => {
        const id = AgentId.safeParse(ctx.params['agent_id']).data;
        const agent = id === undefined ? null : await findAgentOfId(db, id);
        if (agent === null) throw notFound('agent');
        showMetadata(protectedResourceMetadata(baseUrl, agent._id))(ctx);
      },
    ],
    statementKeys: [showMetadata(services.statements.jwks, statementKeysCache)],
    keys: library,
    register: [refuseRepeatedMembers(), server.answer],
    authorize: [normalizeRequest(), server.answer],
    resume: library,
    token: library,
    revoke: library,
    introspect: library,
    loginReturn: [async (ctx) => await takeReturn(ctx, login)],
    login: [async (ctx) => await beginOrAsk(ctx, ctx.params['uid'] ?? '', login)],
    decide: [async (ctx) => await decide(ctx, ctx.params['uid'] ?? '', login)],
    beginApproval: [async (ctx) => await approvals.begin(ctx, ctx.params, login)],
    showApproval: [async (ctx) => await approvals.show(ctx, ctx.params['uid'] ?? '', login)],
    decideApproval: [async (ctx) => await approvals.decide(ctx, ctx.params['uid'] ?? '', login)],
  };
}

function showMetadata(document: object, cache = metadataCache) {
  return (ctx: Context) => {
    ctx.set('Cache-Control', cache);
    ctx.body = document;
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

/** Counts a request against the allowance of its address. */
function limitStrangers(allowance: AddressAllowances): Middleware<OAuthState> {
  return async (ctx, next) => {
    spend(ctx, await allowance.admit(ctx.ip));
    await next();
  };
}
