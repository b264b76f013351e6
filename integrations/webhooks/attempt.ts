import { defined } from '#contract/defined.ts';
import { OutboundError } from '#adapters/outbound-http/errors.ts';
import { retryAfterMs } from '#adapters/retry-after.ts';
import type { Event } from '#contract/event.ts';
import type { OpenWebhookEndpoint } from '#store/webhooks/open-endpoint.ts';
import type { PendingDeliveryDocument } from '#store/documents/pending-delivery.ts';
import { type MadeAttempt, recordAttempt } from '#store/webhooks/attempts.ts';
import type { WebhookAttemptDocument } from '#store/documents/webhook-attempt.ts';
import { noteFailure, noteGone, noteSuccess } from '#store/webhooks/health.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { keptResponse } from './kept-response.ts';
import { retryDelayMs } from './retry-schedule.ts';
import { signedRequest } from './signed-request.ts';

/** An attempt to make. */
export interface Delivery {
  endpoint: OpenWebhookEndpoint;
  event: Event;
  /** The stored pending delivery. Without it, the attempt is a test and is not retried. */
  pending?: PendingDeliveryDocument;
  signal?: AbortSignal;
}

/** The response of a receiver that wants no more deliveries (webhook.delivery.gone). */
const gone = 410;

/**
 * Sends an event to an endpoint once, and records the result together with what is still pending.
 * @throws the signal's reason when it aborts; what the store throws
 */
export async function attemptDelivery(
  deps: WebhookDependencies,
  { endpoint, event, pending, ...options }: Delivery,
): Promise<WebhookAttemptDocument> {
  const { db } = deps;
  const { retryAfter, ...answered } = await send(deps, { endpoint, event, ...options });
  const now = new Date();
  const isGone = answered.response_status === gone;
  const delayMs =
    pending !== undefined && answered.status === 'failed' && !isGone
      ? retryDelayMs({ retry: pending.retry, scale: deps.retryScale, retryAfterMs: retryAfter })
      : undefined;
  const due_at = delayMs === undefined ? undefined : new Date(now.getTime() + delayMs);
  const made: MadeAttempt = {
    ...(pending === undefined ? { test: true as const } : {}),
    workspace_id: endpoint.workspace_id,
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_type: event.type,
    ...(endpoint.ids_only && { ids_only: true as const }),
    ...(answered.response && defined({ subject_ref: event.context.subject_ref })),
    attempt: pending?.attempt ?? 1,
    ...answered,
    ...defined({ next_attempt_at: due_at }),
  };
  const next = pending && due_at && { retry: pending.retry + 1, due_at };
  const recorded = await recordAttempt(db, made, pending, next);
  // A test says nothing about the events that an endpoint receives: it is made while a receiver is being set up.
  if (pending === undefined) return recorded;
  if (isGone) await noteGone(db, endpoint);
  else if (answered.status === 'failed') {
    const final = due_at === undefined;
    await noteFailure(db, endpoint, { at: now, final, retryScale: deps.retryScale });
  } else await noteSuccess(db, endpoint);
  return recorded;
}

/** The result of a request. Only the status counts; the response body is kept for people. */
async function send(
  deps: WebhookDependencies,
  { endpoint, event, signal }: Pick<Delivery, 'endpoint' | 'event' | 'signal'>,
): Promise<
  Pick<MadeAttempt, 'status' | 'response_status' | 'response' | 'error' | 'duration_ms'> & {
    retryAfter?: number | undefined;
  }
> {
  const startedAt = performance.now();
  const ended = (status: MadeAttempt['status']) => {
    const duration_ms = Math.round(performance.now() - startedAt);
    deps.measure?.(status, duration_ms);
    return { status, duration_ms };
  };
  try {
    const request = signedRequest(endpoint, event, new Date());
    const answer = await deps.outboundHttp.send({ ...request, ...defined({ signal }) });
    const succeeded = answer.status >= 200 && answer.status < 300;
    return {
      ...ended(succeeded ? 'succeeded' : 'failed'),
      response_status: answer.status,
      ...defined({ response: await keptResponse(answer, endpoint) }),
      retryAfter: retryAfterMs(answer.headers, Date.now()),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...ended('failed'), error: { code: error.code, message: error.message } };
  }
}
