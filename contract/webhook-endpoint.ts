import { z } from 'zod';
import { type EventType, eventTypes } from './event.ts';
import { Uuid } from './ids.ts';
import { Timestamp } from './timestamp.ts';
import { isHttpUrl, text } from './text.ts';

/** Webhook endpoints, to which a workspace's events are sent (webhook.endpoint.*). */

/** The most endpoints of a workspace. */
export const webhookEndpointLimit = 16;

/** These are only sent to realtime subscribers (webhook.endpoint.events). */
const realtimeOnly = ['message.delta', 'message.block'] as const satisfies readonly EventType[];

const WebhookEventType = z.enum(eventTypes).exclude(realtimeOnly);
const SubscribedEvent = z.enum(['*', ...WebhookEventType.options]).meta({ id: 'SubscribedEvent' });

/** Whether events of a type are ever sent to webhook endpoints. */
export function isWebhookEvent(type: EventType): boolean {
  return !realtimeOnly.some((excluded) => excluded === type);
}

/** Whether an endpoint subscribes to events of a type. */
export function subscribes({ events }: Pick<WebhookEndpoint, 'events'>, type: EventType): boolean {
  return isWebhookEvent(type) && events.some((wanted) => wanted === '*' || wanted === type);
}

const WebhookUrl = z
  .string()
  .max(2048)
  .refine(isHttpUrl, 'must be an http or https URL without credentials or fragment')
  .meta({ description: 'The URL to which events are sent. Redirects are not followed.' });

const WebhookEvents = z
  .array(SubscribedEvent)
  .min(1)
  // Counted before any of them is checked.
  .max(WebhookEventType.options.length)
  .refine((types) => new Set(types).size === types.length, 'must not name a type twice')
  .refine((types) => types.length === 1 || !types.includes('*'), 'must be * alone, or types')
  .meta({ description: 'Types of events to send, or `*` for all.' });

const idsOnly = z.boolean().meta({ description: 'Events are sent without `data`.' });
const Description = text({ max: 500 });

/** Body of `POST /v1/webhook-endpoints`. */
export const NewWebhookEndpoint = z
  .strictObject({
    url: WebhookUrl,
    events: WebhookEvents,
    ids_only: idsOnly.default(false),
    description: Description.optional(),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'NewWebhookEndpoint' });
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>;

/** Body of `PATCH /v1/webhook-endpoints/{id}`: given fields replace the current ones. */
export const WebhookEndpointChange = NewWebhookEndpoint.extend({ ids_only: idsOnly, enabled: z.boolean() })
  .partial()
  .extend({ description: Description.optional().meta({ description: 'An empty text removes it.' }) })
  .meta({ id: 'WebhookEndpointChange' });
export type WebhookEndpointChange = z.infer<typeof WebhookEndpointChange>;

/** Why the service disabled an endpoint. */
export const disabledReasons = ['gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A webhook endpoint as it is shown, without its secret. */
export const WebhookEndpoint = z
  .object({
    id: Uuid,
    url: z.string(),
    events: z.array(SubscribedEvent),
    ids_only: z.boolean(),
    description: z.string().optional(),
    enabled: z.boolean(),
    disabled_reason: z.enum(disabledReasons).meta({ id: 'DisabledReason' }).optional().meta({
      description:
        'Set if the service disabled the endpoint: it answered with 410, or nothing could be delivered for five days.',
    }),
    failing_since: Timestamp.optional().meta({
      description: 'Every delivery since this time has failed. Tests do not count.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** A webhook endpoint with a new secret, which is only shown this once. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z.string().meta({
    description: 'Verifies signatures (Standard Webhooks): `whsec_` and base64. Shown only this once.',
  }),
}).meta({ id: 'WebhookEndpointWithSecret' });
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>;
