import { ids, times } from './ids.ts';

const given = {
  url: 'https://hooks.bank.example/heddle',
  events: ['run.completed', 'run.failed', 'write.confirmation_requested'],
  ids_only: false,
  description: 'Approvals desk',
  enabled: true,
};

const endpoint = {
  id: ids.webhookEndpoint,
  ...given,
  created_at: times.connected,
  updated_at: times.connected,
};

const attempt = {
  id: ids.delivery,
  event_id: ids.event,
  event_type: 'run.completed',
  run_id: ids.run,
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
  WebhookEndpointChange: { enabled: false },
  WebhookEndpoint: endpoint,
  WebhookEndpointWithSecret: {
    ...endpoint,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  },
  WebhookAttempt: attempt,
  WebhookDelivery: {
    ...attempt,
    request: {
      body: `{"id":"${ids.event}","type":"run.completed","created_at":"${times.replied}","seq":3,"run_id":"${ids.run}"}`,
    },
    response: { body: 'upstream connect error' },
  },
  RedeliveryRequest: { event_id: ids.event },
  Redelivery: { event_id: ids.event },
};
