import { expect, it } from 'vitest';
import type { WebhookEndpointWithSecret } from '#contract/webhook-endpoint.ts';
import type { ApiClient } from '../../support/api-client.ts';
import {
  createEndpoint,
  type ReceivedDelivery,
  startReceiver,
  verified,
} from '../../support/webhook-receiver.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const hour = 60 * 60 * 1000;

const service = sharedService('without-worker');
const receiver = perFile(startReceiver);
const rotate = async (client: ApiClient, id: string) =>
  await client.post<WebhookEndpointWithSecret>(`/v1/webhook-endpoints/${id}/rotate-secret`);

/** Sends a test delivery; resolves to it as it was received. */
async function delivered(client: ApiClient, id: string): Promise<ReceivedDelivery> {
  await client.post(`/v1/webhook-endpoints/${id}/test`);
  const delivery = receiver.deliveries.at(-1);
  if (delivery === undefined) throw new Error('nothing was received');
  return delivery;
}

/** Which of the secrets verify it, and by how many signatures it is signed. */
function signedBy(delivery: ReceivedDelivery, secrets: string[]): [verifies: boolean[], signatures: number] {
  const verifies = (secret: string) => {
    try {
      return verified(delivery, secret).type === 'run.completed';
    } catch {
      return false;
    }
  };
  return [secrets.map(verifies), delivery.headers['webhook-signature']?.split(' ').length ?? 0];
}

/** As if so much time had gone by since the secrets were made. */
async function age(id: string, ms: number): Promise<void> {
  const endpoint = await service.db.webhook_endpoints.findOne({ _id: id });
  const secrets = (endpoint?.secrets ?? []).map((secret) => ({
    ...secret,
    created_at: new Date(secret.created_at.getTime() - ms),
  }));
  await service.db.webhook_endpoints.updateOne({ _id: id }, { $set: { secrets } });
}

it('[webhook.endpoint.rotate-secret] after rotate-secret both secrets sign, the old one for 24 hours', async () => {
  const { client } = await service.workspace();
  const { secret: first, ...endpoint } = await createEndpoint(client, receiver.url);
  const answer = await rotate(client, endpoint.id);
  const { secret: second, updated_at } = answer.data;
  expect([answer.status, answer.data]).toEqual([200, { ...endpoint, secret: second, updated_at }]);
  expect(second).not.toBe(first);
  expect(signedBy(await delivered(client, endpoint.id), [first, second])).toEqual([[true, true], 2]);
  await age(endpoint.id, 23.9 * hour);
  expect(signedBy(await delivered(client, endpoint.id), [first, second])).toEqual([[true, true], 2]);
  await age(endpoint.id, 0.2 * hour);
  expect(signedBy(await delivered(client, endpoint.id), [first, second])).toEqual([[false, true], 1]);
});

it('[webhook.endpoint.rotate-secret] each secret signs for 24 hours from when the next one was made', async () => {
  const { client } = await service.workspace();
  const { id, secret: first } = await createEndpoint(client, receiver.url);
  const { secret: second } = (await rotate(client, id)).data;
  await age(id, 20 * hour);
  const { secret: third } = (await rotate(client, id)).data;
  const secrets = [first, second, third];
  expect(signedBy(await delivered(client, id), secrets)).toEqual([[true, true, true], 3]);
  await age(id, 5 * hour);
  expect(signedBy(await delivered(client, id), secrets)).toEqual([[false, true, true], 2]);
});

it('[webhook.endpoint.rotate-secret] a rotation that is repeated under its Idempotency-Key rotates once', async () => {
  const { client } = await service.workspace();
  const { id } = await createEndpoint(client, receiver.url);
  const keyed = client.with({ headers: { 'idempotency-key': 'once' } });
  const first = await rotate(keyed, id);
  expect((await rotate(keyed, id)).data).toEqual(first.data);
  const [, signatures] = signedBy(await delivered(client, id), []);
  expect(signatures).toBe(2);
});
