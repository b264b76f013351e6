import { WebhookVerificationError } from './errors.ts';
import type { Event } from './schema/types.gen.ts';

/** How far the clocks of sender and receiver may be apart, and how late a delivery may come. */
const toleranceSeconds = 300;

export interface ReceivedWebhook {
  /** The bytes of the body as received, or their text: not JSON that was parsed and written again. */
  body: string | Uint8Array;
  /** The headers of the request, of Fetch or of Node. */
  headers: Headers | Record<string, string | string[] | undefined>;
}

/**
 * Verifies a delivery to a webhook endpoint (Standard Webhooks 1.0).
 * @param secret that of the endpoint, `whsec_…`; during a rotation, the old and the new one
 * @returns the event; the same one may be delivered twice: deduplicate by its `id`
 * @throws {WebhookVerificationError} if no secret signed it, or its time is more than five minutes away
 */
export async function verifyWebhook(
  { body, headers }: ReceivedWebhook,
  secret: string | string[],
): Promise<Event> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('the time is not a number');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('the time is more than five minutes away');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  for (const each of [secret].flat()) {
    const key = await crypto.subtle.importKey('raw', keyOf(each), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of given) {
      const decoded = decode(signature);
      // It compares in constant time.
      if (decoded !== undefined && (await crypto.subtle.verify('HMAC', key, decoded, signed)))
        return JSON.parse(new TextDecoder().decode(bytes)) as Event;
    }
  }
  throw new WebhookVerificationError('no signature was made with the secret');
}

function header(headers: ReceivedWebhook['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string') throw new WebhookVerificationError(`there is no ${name}`);
  return text;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = decode(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw new WebhookVerificationError('the secret is not whsec_ and base64');
  return bytes;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}
