import type { z } from 'zod';
import type { Redelivery, RedeliveryRequest, WebhookAttempt } from '#contract/webhook-attempt.ts';
import type {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointWithSecret,
} from '#contract/webhook-endpoint.ts';
import { ids, times } from './ids.ts';

const given: NewWebhookEndpoint = {
  url: 'https://hooks.bank.example/heddle',
  events: ['run.completed', 'run.failed', 'write.confirmation_requested'],
  ids_only: false,
  description: 'Approvals desk',
  enabled: true,
};

const endpoint: WebhookEndpoint = {
  id: ids.webhookEndpoint,
  ...given,
  created_at: times.connected,
  updated_at: times.connected,
};

const attempt: WebhookAttempt = {
  event_id: ids.event,
  attempt: 1,
  status: 'failed',
  response_status: 503,
  duration_ms: 41,
  next_attempt_at: '2026-11-21T02:48:29.312Z',
  created_at: times.replied,
};

/** Examples of webhook endpoints and their deliveries. */
export const webhookExamples = {
  NewWebhookEndpoint: given,
  WebhookEndpointChange: { enabled: false } satisfies WebhookEndpointChange,
  WebhookEndpoint: endpoint,
  WebhookEndpointWithSecret: {
    ...endpoint,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  } satisfies WebhookEndpointWithSecret,
  WebhookAttempt: attempt,
  RedeliveryRequest: { event_id: ids.event } satisfies z.infer<typeof RedeliveryRequest>,
  Redelivery: { event_id: ids.event } satisfies z.infer<typeof Redelivery>,
};
