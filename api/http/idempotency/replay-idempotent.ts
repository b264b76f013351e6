import { Readable } from 'node:stream';
import type { Context, Middleware, Next } from 'koa';
import {
  failKey,
  answerKey,
  forgetResponse,
  type NewResource,
  newResource,
} from '#store/requests/idempotency-keys.ts';
import type { StoredResponse } from '#store/documents/idempotency-key.ts';
import type { SpeechRef } from '#store/documents/speech.ts';
import { openSpeech } from '#store/voice/speech-chunks.ts';
import { findReadySpeech } from '#store/voice/speeches.ts';
import { type Endpoint, takesIdempotencyKey } from '../endpoint/endpoint.ts';
import type { CallerState } from '../authentication/authenticate.ts';
import { answerErrors } from '../middleware/answer-errors.ts';
import type { RequestState } from '../middleware/identify-request.ts';
import type { RecordState } from '../middleware/record-request.ts';
import type { BodyState } from '../middleware/read-body.ts';
import { callerParts, fingerprint, uploadFingerprint } from './fingerprint.ts';
import type { HeldKey } from './held-key.ts';
import { readIdempotencyKey } from './read-key.ts';
import { inFlight, type KeyServices, runUnderKey } from './run-under-key.ts';
import { errorCode, readResponse, readSpokenResponse, replay } from './stored-response.ts';

/** The state that this step leaves for later ones. */
export interface IdempotencyState {
  /** The resource that the request creates, if any. */
  resource: NewResource;
  /** Where the bytes of the response can be read again, if they are kept as speech. */
  spoken?: SpeechRef;
}

type State = RequestState & RecordState & CallerState & BodyState & IdempotencyState;

/**
 * The step that implements `Idempotency-Key` on every POST: the first request with a key runs, and its response is
 * stored before it is sent. Other requests with the key receive that response. Errors under a key become responses here,
 * because these are stored too.
 * @throws {ServiceError} `invalid_idempotency_key`, `idempotency_key_reuse`, `idempotency_in_flight`
 */
export function replayIdempotent(endpoint: Endpoint, services: KeyServices): Middleware<State> {
  const takesKeys = takesIdempotencyKey(endpoint) && endpoint.keepsKeys !== true;
  const answered = answerErrors();
  const underKey = async (ctx: Context & { state: State }, key: string, next: Next): Promise<void> => {
    const { workspace_id, subject_ref, mode } = ctx.state.caller;
    // The subject of a session token chooses its own keys: they must not collide with the keys of others.
    const owner = { workspace_id, subject_ref: mode === 'direct' ? subject_ref : undefined };
    const request = { ...owner, key, fingerprint: fingerprintOf(ctx, key) };
    let hasRun = false;
    const earlier = await runUnderKey(services, request, ctx.state.log, async (resource) => {
      hasRun = true;
      ctx.state.resource = resource;
      await answered(ctx, next);
      const { spoken } = ctx.state;
      if (spoken !== undefined) {
        return { settleLater: (held) => settleWhenSpoken(ctx, services, held, spoken) };
      }
      return {
        status: ctx.status,
        code: errorCode(ctx.body),
        response: async () => await readResponse(ctx),
      };
    });
    if (earlier === undefined || (await replayStored(ctx, services, earlier))) return;
    if (hasRun) throw inFlight();
    await forgetResponse(services.db, request, earlier.body as SpeechRef);
    await underKey(ctx, key, next);
  };
  return (ctx, next) => {
    const key = takesKeys ? readIdempotencyKey(ctx.headers['idempotency-key']) : undefined;
    if (key !== undefined) return underKey(ctx, key, next);
    ctx.state.resource = newResource();
    return next();
  };
}

/**
 * The fingerprint includes the key, so that nobody who reads the store can test guesses about the request, and who makes it:
 * nobody receives the response to somebody else, for whom nothing would then have been done.
 */
function fingerprintOf(ctx: Context & { state: State }, key: string): string {
  const { caller, body, upload } = ctx.state;
  const content = upload === undefined ? body : uploadFingerprint(upload);
  return fingerprint([key, ctx.method, ctx.path, ctx.querystring, ...callerParts(caller), content]);
}

/** Sends the response of an earlier request. False if its bytes are gone, for example erased with its last listener. */
async function replayStored(
  ctx: Context & { state: State },
  { db, keyring }: KeyServices,
  response: StoredResponse,
): Promise<boolean> {
  const { body } = response;
  if (Buffer.isBuffer(body)) {
    replay(ctx, response, body);
    return true;
  }
  const speech = await findReadySpeech(db, body);
  if (speech === undefined) return false;
  const bytes = await openSpeech(db, keyring, body, speech.bytes);
  if (bytes === undefined) return false;
  replay(ctx, response, { bytes, length: speech.bytes });
  return true;
}

/**
 * Lets the bytes of a response pass, and stores the response before they end: a client that has got all of them will get
 * the same ones again. If they break off, the same request may run again.
 */
function settleWhenSpoken(
  ctx: Context & { state: State },
  { db, keyring }: KeyServices,
  held: HeldKey,
  spoken: SpeechRef,
): void {
  const response = readSpokenResponse(ctx, spoken);
  let isAnswered = false;
  const source = ctx.body as Readable;
  ctx.body = Readable.from(
    (async function* () {
      yield* source;
      if (!(await held.write(async (claim) => await answerKey(db, keyring, claim, response))))
        throw inFlight();
      isAnswered = true;
    })(),
    { highWaterMark: 1 },
  );
  const end = () => {
    held.stop();
    if (isAnswered) return;
    source.destroy();
    held
      .release(async (claim) => await failKey(db, claim))
      .catch((error: unknown) => {
        ctx.state.log.warn({ err: error }, 'an idempotency key is not free before its lease ends');
      });
  };
  if (ctx.res.closed) end();
  else ctx.res.once('close', end);
}
