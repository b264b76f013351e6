import { z } from 'zod';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { WebhookEndpointWithSecret } from '#contract/webhook-endpoint.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import {
  findWithSecret,
  rotateWebhookSecret as rotate,
  toWebhookEndpoint,
} from '#store/webhooks/endpoints.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const rotateWebhookSecret = endpoint({
  operation: 'rotateWebhookSecret',
  summary: 'Create a new secret, shown only this once; the old one also signs for 24 hours',
  method: 'post',
  path: '/v1/webhook-endpoints/{id}/rotate-secret',
  access: 'management',
  noun: 'webhook endpoint',
  role: 'admin',
  params: z.object({ id: Uuid }),
  status: 200,
  data: WebhookEndpointWithSecret,
  async handle({ db, keyring }: { db: Database; keyring: Keyring }, { caller, params, resource }) {
    const { workspace_id } = caller;
    const made = resource.mayExist
      ? await findWithSecret(db, keyring, workspace_id, params.id, resource.id)
      : null;
    const rotated = made ?? (await rotate(db, keyring, caller, params.id, resource.id));
    if (rotated === null) throw notFound('webhook endpoint');
    return { data: { ...toWebhookEndpoint(rotated.endpoint), secret: rotated.secret } };
  },
});
