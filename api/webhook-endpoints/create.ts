import { NewWebhookEndpoint, WebhookEndpointWithSecret } from '#contract/webhook-endpoint.ts';
import { findWithSecret, insertWebhookEndpoint, toWebhookEndpoint } from '#store/webhooks/endpoints.ts';
import { endpoint } from '../routing/endpoint.ts';

export const createWebhookEndpoint = endpoint({
  operation: 'createWebhookEndpoint',
  summary: 'Send events to a URL, signed with a secret that is shown only this once',
  method: 'post',
  path: '/v1/webhook-endpoints',
  access: 'management',
  noun: 'webhook endpoint',
  body: NewWebhookEndpoint,
  status: 201,
  data: WebhookEndpointWithSecret,
  errors: ['webhook_endpoint_limit'],
  async handle({ services, caller, body, resource: { id, mayExist } }) {
    const { db, keyring } = services;
    const { workspace_id } = caller;
    const made = mayExist ? await findWithSecret(db, keyring, workspace_id, id, id) : null;
    const { endpoint, secret } = made ?? (await insertWebhookEndpoint(db, keyring, workspace_id, body, id));
    return { data: { ...toWebhookEndpoint(endpoint), secret } };
  },
});
