import { parseItem } from 'structured-headers';
import { ServiceError } from '#contract/errors.ts';
import { decodeHeader } from '../authentication/decode-header.ts';
import { longestIdempotencyKey } from './key-rules.ts';

/**
 * The key in an `Idempotency-Key` header, as a quoted structured string (RFC 8941) or bare: both mean the same key.
 * Undefined without the header.
 * @throws {ServiceError} `invalid_idempotency_key`
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const value = decodeHeader(String(header)).trim();
  return checkIdempotencyKey(value.startsWith('"') ? unquote(value) : value);
}

/**
 * A key as it may be used.
 * @throws {ServiceError} `invalid_idempotency_key`
 */
export function checkIdempotencyKey(key: string): string {
  if (key === '') throw invalidKey('must not be empty');
  // Characters are code points, some of which a string counts twice.
  if (Array.from(key).length > longestIdempotencyKey) {
    throw invalidKey(`must have at most ${longestIdempotencyKey} characters`);
  }
  if (/\p{Cc}/u.test(key)) throw invalidKey('must not contain control characters');
  return key;
}

function unquote(value: string): string {
  try {
    const [item] = parseItem(value);
    if (typeof item === 'string') return item;
  } catch {
    // Reported below, because the parser's own message is about positions in the header.
  }
  throw invalidKey('starts with a quote and is not a quoted string');
}

function invalidKey(fault: string): ServiceError {
  return new ServiceError('invalid_idempotency_key', `Idempotency-Key ${fault}.`);
}
