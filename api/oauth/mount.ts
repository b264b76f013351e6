import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { notFound } from '#contract/errors.ts';
import { AgentId } from '#contract/ids.ts';
import { findAgentOfId } from '#store/agents/agents.ts';
import type { AddressAllowances } from '../limits/address-allowances.ts';
import { type AllowanceState, spend } from '../limits/allowance.ts';
import type { CallerState } from '../middleware/authenticate.ts';
import type { RequestState } from '../middleware/identify-request.ts';
import type { RecordState } from '../middleware/record-request.ts';
import type { Services } from '../services.ts';
import { protectedResourceMetadata, serverMetadata } from './metadata.ts';
import { protectedResourcePath } from './resources.ts';

/** The state of a request to the authorization server. */
export type OAuthState = RequestState & RecordState & AllowanceState & Partial<CallerState>;

/** Metadata says nothing that changes from day to day. */
const metadataCache = 'public, max-age=3600';

/** Everything of OAuth, outside of /v1: its addresses are those of its standards. */
export function mountOAuth(services: Services): Router<OAuthState> {
  const { baseUrl, db, allowances } = services;
  const router = new Router<OAuthState>({ sensitive: true, strict: true });
  const known = (path: string, noun: string, strangers: AddressAllowances) =>
    [name(path, noun), limitStrangers(strangers)] as const;

  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
    router.get(path, ...known(path, 'metadata', allowances.oauth), (ctx) => {
      ctx.set('Cache-Control', metadataCache);
      ctx.body = serverMetadata(baseUrl);
    });
  }
  router.get(protectedResourcePath, ...known(protectedResourcePath, 'metadata', allowances.oauth), (ctx) => {
    ctx.set('Cache-Control', metadataCache);
    ctx.body = protectedResourceMetadata(baseUrl);
  });
  const ofAgent = `${protectedResourcePath}/mcp/{agent_id}`;
  router.get(
    `${protectedResourcePath}/mcp/:agent_id`,
    ...known(ofAgent, 'agent', allowances.oauth),
    async (ctx) => {
      const id = AgentId.safeParse(ctx.params['agent_id']).data;
      const agent = id === undefined ? null : await findAgentOfId(db, id);
      if (agent === null) throw notFound('agent');
      ctx.set('Cache-Control', metadataCache);
      ctx.body = protectedResourceMetadata(baseUrl, agent._id);
    },
  );
  return router;
}

/** Says where a request goes, for its record, the log and the metrics. */
function name(path: string, noun: string): Middleware<OAuthState> {
  return async (ctx, next) => {
    ctx.state.endpoint = { path, noun };
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
