import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { EventId } from '#contract/ids.ts';
import { EventWithoutData, ShownEvent } from '#contract/shown-event.ts';
import { exampleOf, media } from './examples/example-of.ts';

const headers = z.object({
  'webhook-id': EventId.meta({
    description: "The event's id, the same in every attempt: use it to deduplicate.",
  }),
  'webhook-timestamp': z
    .string()
    .regex(/^\d+$/)
    .meta({ description: 'When the attempt was made, in seconds since 1970.' }),
  'webhook-signature': z.string().meta({
    description:
      '`v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body` with the secret of the endpoint; ' +
      'two of them, separated by a blank, while a secret is being rotated.',
  }),
});

/** The requests to webhook endpoints (webhook.signature). */
export const webhooks: { [name: string]: ZodOpenApiPathItemObject } = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'An event is delivered to your webhook endpoint, signed according to Standard Webhooks 1.0',
      description:
        'Verify the signature over the bytes of the body as received. Respond within 15 seconds. Anything but success ' +
        'is retried for about three days, not before `Retry-After`. The same event may arrive twice.',
      tags: ['webhooks'],
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: {
          'application/json': media(z.union([ShownEvent, EventWithoutData]), exampleOf(ShownEvent)),
        },
      },
      responses: {
        '2XX': { description: 'The event is accepted.' },
        410: { description: 'The endpoint is gone: it is disabled at once.' },
        default: { description: 'The delivery is retried.' },
      },
    },
  },
};
