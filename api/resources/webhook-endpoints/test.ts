import { z } from 'zod';
import { Uuid } from '#contract/ids.ts';
import { WebhookAttempt } from '#contract/webhook-attempt.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import { openWebhookEndpoint } from '#store/webhooks/open-endpoint.ts';
import { toWebhookAttempt } from '#store/webhooks/attempts.ts';
import type { Webhooks } from '#integrations/webhooks/webhooks.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { visibleWebhookEndpoint } from './visible-webhook-endpoint.ts';

export const testWebhookEndpoint = endpoint({
  operation: 'testWebhookEndpoint',
  summary: 'Send a sample run.completed event once, even if the endpoint is disabled, and report the result',
  method: 'post',
  path: '/v1/webhook-endpoints/{id}/test',
  access: 'management',
  noun: 'webhook endpoint',
  role: 'maker',
  params: z.object({ id: Uuid }),
  status: 200,
  data: WebhookAttempt,
  async handle(
    { db, webhooks, keyring }: { db: Database; webhooks: Webhooks; keyring: Keyring },
    { caller, params, signal },
  ) {
    const document = await visibleWebhookEndpoint(db, caller, params.id);
    const attempt = await webhooks.test(openWebhookEndpoint(keyring, document), signal);
    return { data: toWebhookAttempt(attempt) };
  },
});
