import { expect, it } from 'vitest';
import {
  type ReceivedWebhook,
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from '#heddle-client/index.ts';

const secret = `whsec_${btoa('0123456789abcdef')}`;
const body = '{"id":"event_1","type":"run.completed"}';

it('[clients.webhooks] signs deliveries for tests, and verifies them with headers in any case', async () => {
  const headers = await signWebhook(body, secret);
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace('webhook', 'Webhook'), value]),
  );
  for (const each of [headers, upper, new Headers(headers)]) {
    expect(await verifyWebhook({ body, headers: each }, secret)).toEqual(JSON.parse(body));
  }
});

it('[clients.webhooks] refuses a delivery of another time, unless the tolerance admits it', async () => {
  const headers = await signWebhook(body, secret, { at: new Date(Date.now() - 400_000) });
  await expect(verifyWebhook({ body, headers }, secret)).rejects.toThrow('more than 300 seconds away');
  expect(await verifyWebhook({ body, headers }, secret, { toleranceSeconds: 500 })).toHaveProperty(
    'id',
    'event_1',
  );
});

it.each([
  ['a parsed body', { body: JSON.parse(body) as string }, secret, 'express.raw()'],
  ['no secret', {}, undefined, 'the secret is missing'],
  ['a changed body', { body: `${body} ` }, secret, 'no signature was made with the secret'],
  ['no id', { headers: {} }, secret, 'there is no webhook-id'],
])('[clients.webhooks] says what is wrong with %s', async (_title, changed, by, message) => {
  const delivery: ReceivedWebhook = { body, headers: await signWebhook(body, secret), ...changed };
  const verified = verifyWebhook(delivery, by as string);
  await expect(verified).rejects.toThrow(WebhookVerificationError);
  await expect(verified).rejects.toThrow(message);
});
