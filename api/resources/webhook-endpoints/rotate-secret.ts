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
import { newWebhookSecret } from '#store/webhooks/secrets.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';

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
  proposes: true,
  data: WebhookEndpointWithSecret,
  async handle({ db, keyring }: { db: Database; keyring: Keyring }, call) {
    const { caller, params, resource } = call;
    const { workspace_id } = caller;
    const made = resource.mayExist
      ? await findWithSecret(db, keyring, workspace_id, params.id, resource.id)
      : null;
    if (made !== null) return { data: { ...toWebhookEndpoint(made.endpoint), secret: made.secret } };
    const { secret, document } = newWebhookSecret(keyring, params.id, resource.id);
    return await orPropose(
      db,
      call,
      () => ({
        operation: 'rotateWebhookSecret',
        target: params.id,
        body: {},
        sealed: { webhook_secret: document },
        secret,
      }),
      async () => {
        const endpoint = await rotate(db, caller, params.id, document);
        if (endpoint === null) throw notFound('webhook endpoint');
        return { data: { ...toWebhookEndpoint(endpoint), secret } };
      },
    );
  },
});
