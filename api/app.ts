import Koa from 'koa';
import { ServiceError } from '#contract/errors.ts';
import type { CorsOrigins } from './http/middleware/check-origin.ts';
import type { CallbackState } from './console/oidc/callback.ts';
import { mountCallback } from './console/oidc/mount.ts';
import { serveConsole } from './console/serve-files.ts';
import { allEndpoints } from './endpoints.ts';
import { allowOrigins } from './http/middleware/allow-origins.ts';
import { answerErrors } from './http/middleware/answer-errors.ts';
import { Authenticator } from './http/authentication/authenticate.ts';
import { identifyRequest, type RequestState } from './http/middleware/identify-request.ts';
import { mountOAuth } from './oauth/mount.ts';
import { openPaths } from './oauth/open-paths.ts';
import type { OAuthState } from './oauth/state.ts';
import { limitPages, limitUnroutedRequests } from './http/middleware/limit-rate.ts';
import { readQueries } from './http/middleware/read-query.ts';
import { recordRequest } from './http/middleware/record-request.ts';
import { traceRequest } from './http/middleware/trace-request.ts';
import { secureHeaders } from './http/middleware/secure-headers.ts';
import { approvalPage } from './mcp/approval-page/page.ts';
import { serveMcp } from './mcp/serve-mcp.ts';
import { mountEndpoints, refuseMethod } from './http/routing/mount.ts';
import { outsideV1, routesOf } from './http/routing/outside-v1.ts';
import { serveGuides } from './http/guides/serve-guides.ts';
import { answerProbes } from './http/middleware/probes.ts';
import { describe, serveReference } from './console/serve-reference.ts';
import type { ApiServices } from './services.ts';

/** The same for every API of a process: making the document takes longer than the rest of it. */
const descriptions = describe(allEndpoints);

/** The guides, which are read once. */
const guides = serveGuides();

/**
 * The HTTP API.
 * @param end.leaving aborts when the server is about to stop: it says that it is not ready, and serves on
 * @param end.stopping aborts when the server has to stop: waiting requests then receive the current state
 * @param corsOrigins the origins whose browser code may call it
 */
export function createApp(
  services: ApiServices,
  { leaving, stopping }: { leaving: AbortSignal; stopping: AbortSignal },
  corsOrigins: CorsOrigins = [],
): Koa<RequestState> {
  const { trustedProxies } = services;
  const authenticator = new Authenticator(services);
  const app = new Koa<RequestState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  readQueries(app);
  app.keys = services.oauthKeys.cookies;
  app.use(identifyRequest(services, stopping));
  app.use(recordRequest(services.requestLog));
  app.use(traceRequest());
  app.use(secureHeaders(services.realtime?.connectsTo ?? []));
  app.use(allowOrigins({ baseUrl: services.baseUrl, corsOrigins }, openPaths));
  app.use(answerErrors());
  app.use(
    outsideV1<OAuthState & CallbackState>([
      limitPages(services.allowances),
      answerProbes(services, leaving),
      guides,
      serveReference(descriptions, services.console.files),
      serveConsole(services.console.files),
      serveMcp(services, corsOrigins),
      routesOf(mountOAuth(services, approvalPage(services))),
      routesOf(mountCallback(services)),
    ]),
  );
  app.use(limitUnroutedRequests(services.allowances, authenticator));
  app.use(mountEndpoints(allEndpoints, services, authenticator).routes());
  app.use(refuseMethod());
  app.use(() => {
    throw new ServiceError('not_found', 'There is nothing at this path.');
  });
  // Errors are answered and logged above. What arrives here is a broken connection.
  app.on('error', (error: unknown) => services.log.debug({ err: error }, 'connection broke'));
  return app;
}
