import { parseItem } from 'structured-headers';
import { ServiceError } from '#contract/errors.ts';
import { decodeHeader } from '../decode-header.ts';
import { longestIdempotencyKey } from './key-rules.ts';

/**
 * The key that an `Idempotency-Key` header names, as a quoted structured string (RFC 8941) or bare: both name the
 * same key. Undefined without the header.
 * @throws {ServiceError} `invalid_idempotency_key`
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const value = decodeHeader(String(header)).trim();
  const key = value.startsWith('"') ? unquote(value) : value;
  if (key === '') throw invalidKey('must not be empty');
  // Characters are code points: a string counts some twice.
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
    // Said below: the parser's own words are about positions in the header.
  }
  throw invalidKey('starts with a quote and is not a quoted string');
}

function invalidKey(fault: string): ServiceError {
  return new ServiceError('invalid_idempotency_key', `Idempotency-Key ${fault}.`);
}
