import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server';
import type { Context, Middleware } from 'koa';
import type { CorsOrigins } from '../http/middleware/check-origin.ts';
import { defined } from '#contract/defined.ts';
import { readTraceContext } from '#contract/trace-context.ts';
import { AgentId } from '#contract/ids.ts';
import { spend } from '../http/limits/allowance.ts';
import { answerErrors } from '../http/middleware/answer-errors.ts';
import type { Caller } from '../http/authentication/caller.ts';
import type { Suspensions } from '../http/authentication/suspensions.ts';
import type { CallerState } from '../http/authentication/authenticate.ts';
import type { RequestState } from '../http/middleware/identify-request.ts';
import { readJson } from '../http/middleware/read-body.ts';
import type { RecordState } from '../http/middleware/record-request.ts';
import { nameRoute } from '../http/endpoint/name-route.ts';
import { methodNotAllowed } from '../http/endpoint/method-not-allowed.ts';
import type { Allowances } from '../http/limits/allowances.ts';
import type { AccessTokens, GrantAccess } from '../oauth/access-tokens.ts';
import { agentServer } from './agent-server.ts';
import type { McpCall, McpServices } from './call.ts';
import { insufficientScope } from './challenge.ts';
import { checkOrigin } from '../http/middleware/check-origin.ts';
import { callerOf } from './grant-caller.ts';
import { type Bearer, GrantBearers, type Resource } from './grant-bearers.ts';
import { type Message, needsWrite, parseMessage } from './message.ts';
import { mcpResource, resourceMetadataUrl } from '../oauth/resources.ts';
import { rpcErrorOf } from './rpc-error.ts';
import { sendResponse } from './send-response.ts';

/** The admission of requests. */
interface McpGate {
  /** Checks the access tokens of clients. */
  accessTokens: AccessTokens;
  allowances: Pick<Allowances, 'addresses' | 'workspaces'>;
  suspensions: Suspensions;
}

type State = RequestState & RecordState & Partial<CallerState>;
type McpContext = Context & { state: State };

/** As the request log and the metrics name it. */
const route = { path: '/mcp/{agent_id}', noun: 'agent' };

/**
 * The MCP server of every agent, at `/mcp/{agent_id}`: streamable HTTP, stateless, so that any process can serve any
 * request of a client (mcp.server.transport). Before the SDK sees a request, it is checked where it comes from, what its
 * token allows, and that its workspace has not used up its allowance.
 */
export function serveMcp(services: McpServices & McpGate, corsOrigins: CorsOrigins): Middleware<State> {
  const { accessTokens, allowances, suspensions, baseUrl } = services;
  const bearers = new GrantBearers(accessTokens, allowances.addresses);
  const serve = async (ctx: McpContext, agentId: string): Promise<void> => {
    nameRoute(ctx, route);
    checkOrigin({ host: ctx.host, origin: ctx.get('Origin') }, { baseUrl, corsOrigins });
    const resource = {
      url: mcpResource(baseUrl, agentId),
      metadataUrl: resourceMetadataUrl(baseUrl, agentId),
    };
    const bearer = await bearers.authenticate(ctx, resource);
    const { access } = bearer;
    ctx.state.workspaceId = access.workspace_id;
    ctx.state.caller = callerOf(access);
    await suspensions.refuse(access.workspace_id);
    spend(ctx, await allowances.workspaces.admit(access.workspace_id, access.subject_ref));
    // Nothing is pushed and no session is kept, so there is nothing to get or to delete.
    if (ctx.method !== 'POST') throw methodNotAllowed(ctx.method, ['POST']);
    const message = parseMessage(await readJson(ctx));
    if (needsWrite(message) && !access.scopes.includes('write'))
      throw insufficientScope(resource.metadataUrl);
    const trace_context = readTraceContext(message.params?._meta);
    if (trace_context !== undefined) services.tracing?.linkRequest(trace_context);
    const caller = { ...callerOf(access), ...defined({ trace_context }) };
    const call = callOf(
      ctx,
      services,
      { bearer, caller },
      async () =>
        (await bearers.stillAllows(bearer, resource)) && !(await suspensions.includes(access.workspace_id)),
    );
    await handle(ctx, call, message, resource);
  };
  const answer = answerErrors(rpcErrorOf);
  return async (ctx, next) => {
    const agentId = AgentId.safeParse(/^\/mcp\/([^/]+)$/.exec(ctx.path)?.[1]);
    await (agentId.success ? answer(ctx, async () => await serve(ctx, agentId.data)) : next());
  };
}

function callOf(
  ctx: McpContext,
  services: McpServices,
  { bearer: { access }, caller }: { bearer: Bearer; caller: Caller },
  stillAllowed: McpCall['stillAllowed'],
): McpCall {
  const { state } = ctx;
  return {
    services,
    caller,
    access,
    address: ctx.ip,
    log: state.log,
    signal: state.signal,
    stillAllowed,
    concerns: (about) => (state.about = about),
    isReplay: () => (state.replayed = true),
  };
}

/** Has the SDK handle a message. Each one has a server of its own, because nothing is kept between them. */
async function handle(ctx: McpContext, call: McpCall, message: Message, resource: Resource): Promise<void> {
  const agent = await call.services.agents.get(call.access.agent_id);
  const handler = createMcpHandler(() => agentServer(call, agent), {
    legacy: 'stateless',
    // An agent version never changes, so a subscription is acknowledged as one to nothing, and is over at once: the server
    // declares no changes. The limit, of one, is of this handler, which serves this request only.
    maxSubscriptions: 1,
    onerror: (error) => ctx.state.log.debug({ err: error }, 'an MCP request was refused'),
  });
  const response = await handler.fetch(requestOf(ctx, resource), {
    authInfo: authInfoOf(call.access, resource),
    parsedBody: message,
  });
  await sendResponse(ctx, response);
}

/** The request as the SDK needs it: without a body, which is parsed already, and without the token. */
function requestOf(ctx: McpContext, { url }: Resource): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(ctx.req.headers)) {
    if (value !== undefined && name !== 'authorization') headers.set(name, String(value));
  }
  return new Request(url, { method: 'POST', headers });
}

function authInfoOf(access: GrantAccess, { url, metadataUrl }: Resource): AuthInfo {
  return {
    token: '',
    clientId: access.client_id,
    scopes: access.scopes,
    expiresAt: Math.floor(access.expires_at.getTime() / 1000),
    resource: new URL(url),
    resourceMetadataUrl: metadataUrl,
    extra: { grant_id: access.grant_id },
  };
}
