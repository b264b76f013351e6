import type { Context, Middleware, Next } from 'koa';
import { type NewResource, newResource } from '#store/requests/idempotency-keys.ts';
import { type Endpoint, takesIdempotencyKey } from '../../routing/endpoint.ts';
import type { Services } from '../../services.ts';
import type { CallerState } from '../authenticate.ts';
import type { RequestState } from '../identify-request.ts';
import type { RecordState } from '../record-request.ts';
import type { BodyState } from '../read-body.ts';
import { fingerprint } from './fingerprint.ts';
import { readIdempotencyKey } from './read-key.ts';
import { runUnderKey } from './run-under-key.ts';
import { errorCode, readResponse, replay } from './stored-response.ts';

/** The state that this step leaves for later ones. */
export interface IdempotencyState {
  /** What the request creates, if it creates something. */
  resource: NewResource;
}

type State = RequestState & RecordState & CallerState & BodyState & IdempotencyState;

/**
 * The step that implements `Idempotency-Key` on every POST: the first request with a key runs, and its response is
 * stored before it is sent. Other requests with the key receive that response. Errors must already be responses when
 * they arrive here from inside.
 * @throws {ServiceError} `invalid_idempotency_key`, `idempotency_key_reuse`, `idempotency_in_flight`
 */
export function replayIdempotent(endpoint: Endpoint, services: Services): Middleware<State> {
  const takesKeys = takesIdempotencyKey(endpoint);
  const underKey = async (ctx: Context & { state: State }, key: string, next: Next): Promise<void> => {
    const { workspace_id, subject_ref, mode } = ctx.state.caller;
    // The subject of a session token chooses its own keys: they must not collide with the keys of others.
    const owner = { workspace_id, subject_ref: mode === 'direct' ? subject_ref : undefined };
    const request = { ...owner, key, fingerprint: fingerprintOf(ctx, key) };
    const earlier = await runUnderKey(services, request, ctx.state.log, async (resource) => {
      ctx.state.resource = resource;
      await next();
      return {
        status: ctx.status,
        code: errorCode(ctx.body),
        response: async () => await readResponse(ctx),
      };
    });
    if (earlier !== undefined) replay(ctx, earlier);
  };
  return (ctx, next) => {
    const key = takesKeys ? readIdempotencyKey(ctx.headers['idempotency-key']) : undefined;
    if (key !== undefined) return underKey(ctx, key, next);
    ctx.state.resource = newResource();
    return next();
  };
}

/**
 * The fingerprint includes the key, so that nobody who reads the store can test guesses about the request. It also
 * includes the agent that a session token is restricted to, so that the token never receives another agent's response.
 */
function fingerprintOf(ctx: Context & { state: State }, key: string): string {
  const { caller, body } = ctx.state;
  return fingerprint([key, ctx.method, ctx.path, ctx.querystring, caller.subject_ref, caller.agent_id, body]);
}
