import type { Requirement } from './requirement.ts';

/** Webhook endpoints, signing, delivery. */
export const webhooks = [
  {
    id: 'webhook.endpoint.create',
    behaviour:
      'POST /v1/webhook-endpoints is 201 with a UUID v7 and the whsec_ secret, which no other response shows.',
  },
  {
    id: 'webhook.endpoint.manage',
    behaviour: 'Endpoints are listed, read, changed (enabled included) and deleted.',
  },
  {
    id: 'webhook.endpoint.limit',
    behaviour: 'A workspace has at most 16 endpoints.',
  },
  {
    id: 'webhook.endpoint.address',
    behaviour:
      'The address rules of connections hold for endpoints, when a URL is given and at each delivery.',
  },
  {
    id: 'webhook.endpoint.events',
    behaviour:
      'An endpoint gets the types that it names, or all by *; message.delta and message.block are never delivered.',
  },
  {
    id: 'webhook.endpoint.disabled',
    behaviour: 'An endpoint that is not enabled gets nothing.',
  },
  {
    id: 'webhook.endpoint.ids-only',
    behaviour: 'With ids_only the envelope goes without data.',
  },
  {
    id: 'webhook.endpoint.rotate-secret',
    behaviour: 'After rotate-secret the old secret also signs for 24 hours.',
  },
  {
    id: 'webhook.signature',
    behaviour: 'Deliveries are signed as Standard Webhooks 1.0, webhook-id being the event id.',
  },
  {
    id: 'webhook.delivery.success',
    behaviour: 'A 2xx within 15 seconds is a success; anything else is retried.',
  },
  {
    id: 'webhook.delivery.schedule',
    behaviour:
      'Retries follow 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h with jitter, scaled by WEBHOOK_RETRY_SCALE.',
  },
  {
    id: 'webhook.delivery.retry-after',
    behaviour: 'Retry-After of the receiver is honoured.',
  },
  {
    id: 'webhook.delivery.gone',
    behaviour: 'A 410 disables the endpoint at once.',
  },
  {
    id: 'webhook.delivery.always-failing',
    behaviour:
      'Five days of nothing but failures, spread over them, disable the endpoint when an event has used up its attempts; tests do not count.',
  },
  {
    id: 'webhook.delivery.keeps-event',
    behaviour:
      'An event is not removed, whatever its age, while a delivery of it waits for another attempt; afterwards it is removed like any other.',
  },
  {
    id: 'webhook.delivery.durable',
    behaviour: 'Retries survive a restart of everything.',
  },
  {
    id: 'webhook.delivery.stored-with-event',
    behaviour:
      'What is to be sent of an event is stored in the write of the event: it is delivered whoever dies, whenever the write takes effect, whatever clocks say.',
  },
  {
    id: 'webhook.delivery.isolated',
    behaviour: 'One slow endpoint delays no other.',
  },
  {
    id: 'webhook.delivery.workspace-share',
    behaviour:
      'However many endpoints of one workspace hang, first and further attempts of other workspaces find room.',
  },
  {
    id: 'webhook.delivery.keep-alive',
    behaviour:
      'Deliveries to one origin share connections that are kept open, and a connection is used for no other origin.',
  },
  {
    id: 'webhook.delivery.list',
    behaviour: 'GET /{id}/deliveries lists the attempts with the fields of the contract.',
  },
  {
    id: 'webhook.redeliver',
    behaviour: 'POST /{id}/redeliver {event_id} delivers that event again under the same id.',
  },
  {
    id: 'webhook.test',
    behaviour:
      'POST /{id}/test sends a run.completed sample with source.kind endpoint and answers with the attempt.',
  },
] as const satisfies readonly Requirement[];
