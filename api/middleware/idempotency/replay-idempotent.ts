import type { Context, Middleware, Next } from 'koa';
import { ServiceError } from '#contract/errors.ts';
import {
  answerKey,
  claimKey,
  type NewResource,
  failKey,
  findResponse,
  forgetKey,
  type KeyClaim,
  largestStoredBytes,
  newResource,
} from '#store/requests/idempotency-keys.ts';
import { type Endpoint, takesIdempotencyKey } from '../../routing/endpoint.ts';
import type { Services } from '../../services.ts';
import type { CallerState } from '../authenticate.ts';
import type { RequestState } from '../identify-request.ts';
import type { RecordState } from '../record-request.ts';
import type { BodyState } from '../read-body.ts';
import { fateOfKey } from './key-rules.ts';
import { fingerprint } from './fingerprint.ts';
import { HeldKey } from './held-key.ts';
import { readIdempotencyKey } from './read-key.ts';
import { errorCode, readResponse, replay } from './stored-response.ts';

/** The state that this step leaves for later ones. */
export interface IdempotencyState {
  /** What the request creates, if it creates something. */
  resource: NewResource;
}

type State = RequestState & RecordState & CallerState & BodyState & IdempotencyState;

/** Requests rarely take longer. */
const inFlightRetrySeconds = 1;

/**
 * The step that implements `Idempotency-Key` on every POST: the first request with a key runs, and its response is
 * stored before it is sent. Other requests with the key receive that response. Errors must already be responses when
 * they arrive here from inside.
 * @throws {ServiceError} `invalid_idempotency_key`, `idempotency_key_reuse`, `idempotency_in_flight`
 */
export function replayIdempotent(endpoint: Endpoint, services: Services): Middleware<State> {
  const takesKeys = takesIdempotencyKey(endpoint);
  const underKey = async (ctx: Context & { state: State }, key: string, next: Next): Promise<void> => {
    const { db, keyring, idempotencyLeaseMs } = services;
    const { workspace_id, subject_ref, mode } = ctx.state.caller;
    // The subject of a session token chooses its own keys: they must not collide with the keys of others.
    const owner = { workspace_id, subject_ref: mode === 'direct' ? subject_ref : undefined };
    const request = { ...owner, key, fingerprint: fingerprintOf(ctx, key) };
    const found = await claimKey(db, keyring, request, idempotencyLeaseMs);
    if (found.outcome === 'answered') return replay(ctx, found.response);
    if (found.outcome === 'other-request') {
      throw new ServiceError('idempotency_key_reuse', 'The Idempotency-Key was used for another request.');
    }
    if (found.outcome === 'in-flight') throw inFlight();
    const { claim } = found;
    ctx.state.resource = claim.resource;
    const held = new HeldKey(db, claim, { leaseMs: idempotencyLeaseMs, log: ctx.state.log });
    try {
      await next();
      if (await settle(ctx, services, held)) return;
      // Others considered this process dead and took the key over, so their response counts.
      const response = await findResponse(db, keyring, claim.keyId, request.fingerprint);
      if (response === undefined) throw inFlight();
      replay(ctx, response);
    } finally {
      held.stop();
    }
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

/** Stores the final state of the key. False if somebody has taken it over. */
async function settle(
  ctx: Context & { state: State },
  { db, keyring }: Services,
  held: HeldKey,
): Promise<boolean> {
  const { mayExist } = ctx.state.resource;
  const fate = fateOfKey({ status: ctx.status, code: errorCode(ctx.body), mayExist });
  if (fate === 'forgotten') return await held.release(async (claim) => await forgetKey(db, claim));
  const fail = async (claim: KeyClaim) => await failKey(db, claim);
  if (fate === 'failed') return await held.release(fail);
  const response = await readResponse(ctx);
  if (response.body.length > largestStoredBytes) return await held.release(fail);
  return await held.write(async (claim) => await answerKey(db, keyring, claim, response));
}

function inFlight(): ServiceError {
  return new ServiceError('idempotency_in_flight', 'A request with this Idempotency-Key is at work.', {
    retryAfterSeconds: inFlightRetrySeconds,
  });
}
