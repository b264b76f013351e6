import { WebhookVerificationError } from './errors.ts';
import type { Event } from './schema/types.gen.ts';

const defaultToleranceSeconds = 300;

export interface ReceivedWebhook {
  /** The bytes of the body as received, or their text: not JSON that was parsed and written again. */
  body: string | Uint8Array;
  /** The headers of the request, of Fetch or of Node. */
  headers: Headers | Record<string, string | string[] | undefined>;
}

export interface VerifyOptions {
  /** How far the clocks of sender and receiver may be apart, and how late a delivery may come. Default: 300. */
  toleranceSeconds?: number | undefined;
}

/**
 * Verifies a delivery to a webhook endpoint (Standard Webhooks 1.0).
 * @param secret that of the endpoint, `whsec_…`; during a rotation, the old and the new one
 * @returns the event; the same one may be delivered twice: deduplicate by its `id`
 * @throws {WebhookVerificationError} if no secret signed it, or its time is more than `toleranceSeconds` away
 */
export async function verifyWebhook(
  { body, headers }: ReceivedWebhook,
  secret: string | string[],
  { toleranceSeconds = defaultToleranceSeconds }: VerifyOptions = {},
): Promise<Event> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new WebhookVerificationError(
      'the body must be the bytes or the text that was received: a framework may have parsed it before, such as express.json(); use express.raw() for this path',
    );
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('the time is not a number');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(`the time is more than ${toleranceSeconds} seconds away`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  for (const each of [secret].flat()) {
    const key = await importKey(each);
    for (const signature of given) {
      const decoded = decode(signature);
      // It compares in constant time.
      if (decoded !== undefined && (await crypto.subtle.verify('HMAC', key, decoded, signed)))
        return JSON.parse(new TextDecoder().decode(bytes)) as Event;
    }
  }
  throw new WebhookVerificationError('no signature was made with the secret');
}

/**
 * The headers of a delivery with this body, for tests of a receiver.
 * @param body the exact text that is sent
 * @param secret that of the endpoint, `whsec_…`
 */
export async function signWebhook(
  body: string,
  secret: string,
  { id = `msg_${crypto.randomUUID()}`, at = new Date() }: { id?: string; at?: Date } = {},
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(secret), signed));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  };
}

/** The value of a header, in whatever case a framework or gateway spells its name. */
function header(headers: ReceivedWebhook['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string') throw new WebhookVerificationError(`there is no ${name}`);
  return text;
}

/** `CryptoKey`, which is a type only where the DOM's are. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function importKey(secret: string): Promise<HmacKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  return await crypto.subtle.importKey('raw', keyOf(secret), hmac, false, ['sign', 'verify']);
}

function keyOf(secret: unknown): Uint8Array<ArrayBuffer> {
  if (typeof secret !== 'string')
    throw new WebhookVerificationError('the secret is missing: it is that of the endpoint, whsec_…');
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
