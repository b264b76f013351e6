import { z } from 'zod';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { notFound } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { WebhookEndpoint, WebhookEndpointChange } from '#contract/webhook-endpoint.ts';
import type { Database } from '#store/mongo/database.ts';
import { toWebhookEndpoint, updateWebhookEndpoint as update } from '#store/webhooks/endpoints.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { checkAddress } from './check-address.ts';
import { visibleWebhookEndpoint } from './visible-webhook-endpoint.ts';

export const updateWebhookEndpoint = endpoint({
  operation: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint: given fields replace the current ones',
  method: 'patch',
  path: '/v1/webhook-endpoints/{id}',
  access: 'management',
  noun: 'webhook endpoint',
  role: 'admin',
  params: z.object({ id: Uuid }),
  body: WebhookEndpointChange,
  status: 200,
  proposes: true,
  data: WebhookEndpoint,
  async handle({ db, outboundHttp }: { db: Database; outboundHttp: OutboundHttp }, call) {
    const { caller, params, body } = call;
    const { workspace_id } = caller;
    if (body.url !== undefined) {
      await visibleWebhookEndpoint(db, caller, params.id);
      await checkAddress(outboundHttp, workspace_id, body.url);
    }
    return await orPropose(
      db,
      call,
      () => ({ operation: 'updateWebhookEndpoint', target: params.id, body }),
      async () => {
        const endpoint = await update(db, caller, params.id, body);
        if (endpoint === null) throw notFound('webhook endpoint');
        return { data: toWebhookEndpoint(endpoint) };
      },
    );
  },
});
