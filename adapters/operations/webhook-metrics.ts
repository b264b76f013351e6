import { Histogram, type Registry } from 'prom-client';
import type { WebhookAttemptStatus } from '#contract/webhook-attempt.ts';

/** Up to the longest time that a receiver may take. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Counts and times attempts to deliver events: `heddle_webhook_attempt_duration_seconds` by outcome. */
export function measureWebhooks(
  registry: Registry,
): (status: WebhookAttemptStatus, durationMs: number) => void {
  const durations = new Histogram({
    name: 'heddle_webhook_attempt_duration_seconds',
    help: 'Time that an attempt to deliver an event to a webhook endpoint took.',
    labelNames: ['status'],
    buckets,
    registers: [registry],
  });
  return (status, durationMs) => durations.observe({ status }, durationMs / 1000);
}
