import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { NewWebhookEndpoint, WebhookEndpointWithSecret } from '#contract/webhook-endpoint.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { Database } from '#store/mongo/database.ts';
import {
  findWithSecret,
  insertWebhookEndpoint,
  newWebhookEndpoint,
  toWebhookEndpoint,
} from '#store/webhooks/endpoints.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { checkAddress } from './check-address.ts';

export const createWebhookEndpoint = endpoint({
  operation: 'createWebhookEndpoint',
  summary: 'Send events to a URL, signed with a secret that is shown only this once',
  method: 'post',
  path: '/v1/webhook-endpoints',
  access: 'management',
  noun: 'webhook endpoint',
  role: 'admin',
  body: NewWebhookEndpoint,
  status: 201,
  proposes: true,
  data: WebhookEndpointWithSecret,
  errors: ['webhook_endpoint_limit'],
  async handle(
    { db, keyring, outboundHttp }: { db: Database; keyring: Keyring; outboundHttp: OutboundHttp },
    call,
  ) {
    const { caller, body, resource } = call;
    const { id, mayExist } = resource;
    const { workspace_id } = caller;
    const made = mayExist ? await findWithSecret(db, keyring, workspace_id, id, id) : null;
    if (made !== null) return { data: { ...toWebhookEndpoint(made.endpoint), secret: made.secret } };
    await checkAddress(outboundHttp, workspace_id, body.url);
    const { endpoint, secret } = newWebhookEndpoint(keyring, caller, body, id);
    return await orPropose(
      db,
      call,
      () => ({
        operation: 'createWebhookEndpoint',
        target: id,
        body,
        sealed: { webhook_endpoint: endpoint },
        secret,
      }),
      async () => {
        await insertWebhookEndpoint(db, caller, endpoint);
        return { data: { ...toWebhookEndpoint(endpoint), secret } };
      },
    );
  },
});
