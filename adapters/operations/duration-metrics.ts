import { Histogram, type Registry } from 'prom-client';
import type { WebhookAttemptStatus } from '#contract/webhook-attempt.ts';

/** Up to the longest time that a receiver may take. */
const webhookBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** A request that was answered. */
export interface AnsweredRequest {
  method: string;
  /** The path template of the API reference. Actual paths would be an unbounded set of labels. */
  route: string;
  status: number;
  durationMs: number;
}

/** Up to the longest time that a client can wait for a run. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts and times requests: `heddle_http_request_duration_seconds` by method, route and status. */
export function measureRequests(registry: Registry): (request: AnsweredRequest) => void {
  const durations = new Histogram({
    name: 'heddle_http_request_duration_seconds',
    help: 'Time until a request was answered.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers: [registry],
  });
  return ({ method, route, status, durationMs }) =>
    durations.observe({ method, route, status }, durationMs / 1000);
}

/** Counts and times attempts to deliver events: `heddle_webhook_attempt_duration_seconds` by outcome. */
export function measureWebhooks(
  registry: Registry,
): (status: WebhookAttemptStatus, durationMs: number) => void {
  const durations = new Histogram({
    name: 'heddle_webhook_attempt_duration_seconds',
    help: 'Time that an attempt to deliver an event to a webhook endpoint took.',
    labelNames: ['status'],
    buckets: webhookBuckets,
    registers: [registry],
  });
  return (status, durationMs) => durations.observe({ status }, durationMs / 1000);
}
