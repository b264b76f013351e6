import { z } from 'zod';
import { EventId } from './ids.ts';
import { Fault } from './refs.ts';
import { Timestamp } from './timestamp.ts';

/** Attempts to deliver events to webhook endpoints (webhook.delivery.list). */

export const webhookAttemptStatuses = ['succeeded', 'failed'] as const;
export type WebhookAttemptStatus = (typeof webhookAttemptStatuses)[number];

/** One attempt to deliver one event to one endpoint. */
export const WebhookAttempt = z
  .object({
    event_id: EventId,
    attempt: z.int().meta({ description: 'Counts the attempts of this event at this endpoint from 1.' }),
    status: z.enum(webhookAttemptStatuses).meta({ description: 'A 2xx answer within 15 seconds succeeds.' }),
    response_status: z.int().optional().meta({ description: 'Present if there was a response.' }),
    error: Fault.optional().meta({ description: 'Why there was no answer.' }),
    duration_ms: z.int(),
    next_attempt_at: Timestamp.optional().meta({ description: 'When the next attempt was due.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** Body of `POST /v1/webhook-endpoints/{id}/redeliver`. */
export const RedeliveryRequest = z.strictObject({ event_id: EventId }).meta({ id: 'RedeliveryRequest' });

/** A delivery that will be made again. */
export const Redelivery = z.object({ event_id: EventId }).meta({ id: 'Redelivery' });
