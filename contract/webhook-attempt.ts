import { z } from 'zod';
import { EventTypeName } from './event.ts';
import { EventId, Uuid } from './ids.ts';
import { Fault } from './refs.ts';
import { Timestamp } from './timestamp.ts';

/** Attempts to deliver events to webhook endpoints (webhook.delivery.list). */

export const webhookAttemptStatuses = ['succeeded', 'failed'] as const;
export type WebhookAttemptStatus = (typeof webhookAttemptStatuses)[number];

/** One attempt to deliver one event to one endpoint. */
export const WebhookAttempt = z
  .object({
    id: Uuid,
    event_id: EventId,
    event_type: EventTypeName.optional(),
    run_id: Uuid.optional().meta({ description: 'The run of the event, if it has one and is still kept.' }),
    test: z.literal(true).optional().meta({ description: 'A sample was sent, not an event.' }),
    attempt: z.int().meta({ description: 'Counts the attempts of this event at this endpoint from 1.' }),
    status: z.enum(webhookAttemptStatuses).meta({ description: 'A 2xx answer within 15 seconds succeeds.' }),
    response_status: z.int().optional().meta({ description: 'Present if there was a response.' }),
    error: Fault.optional().meta({ description: 'The reason for no answer.' }),
    duration_ms: z.int(),
    next_attempt_at: Timestamp.optional().meta({ description: 'When the next attempt was due.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** A request or response body, as far as it is shown. */
const ShownBody = z
  .object({
    body: z.string(),
    truncated: z.literal(true).optional().meta({ description: 'Only the beginning is shown.' }),
  })
  .meta({ id: 'ShownBody' });

/** The most characters of a body that are shown. */
export const shownBodyLength = { request: 64 * 1024, response: 4096 };

/** An attempt with what was sent and what the receiver answered. */
export const WebhookDelivery = WebhookAttempt.extend({
  request: ShownBody.optional().meta({
    description: 'The request, up to 64 Ki characters. Absent once the event is no longer kept.',
  }),
  response: ShownBody.optional().meta({
    description:
      'The answer, up to 4,096 characters, without the secrets of the endpoint. Absent if there was none, and once the subject of the event is erased.',
  }),
}).meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Body of `POST /v1/webhook-endpoints/{id}/redeliver`. */
export const RedeliveryRequest = z.strictObject({ event_id: EventId }).meta({ id: 'RedeliveryRequest' });

/** A delivery that will be made again. */
export const Redelivery = z.object({ event_id: EventId }).meta({ id: 'Redelivery' });
