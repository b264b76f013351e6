import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ServiceError } from '#contract/errors.ts';
import type { EncryptionKey } from '#store/credentials/encryption.ts';

/** The list that a cursor belongs to. It is invalid for another collection, filter or workspace. */
export type CursorScope = readonly [collection: string, ...filter: (string | undefined)[]];

const Position = z.union([z.string(), z.number()]);

/**
 * Cursors: the position at which a page ended, signed together with its scope. They are opaque, need no memory, and are
 * valid in all processes with the same keys.
 */
export class Cursors {
  readonly #keys: Buffer[];

  /** @param keys the signing keys are derived from them: the first signs, and all verify */
  constructor(keys: EncryptionKey[]) {
    this.#keys = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'heddle cursor', 32)));
  }

  issue(scope: CursorScope, position: string | number): string {
    const payload = Buffer.from(JSON.stringify(position));
    const [signing] = this.#keys;
    if (signing === undefined) throw new Error('no key to sign with');
    return Buffer.concat([sign(signing, scope, payload), payload]).toString('base64url');
  }

  /** @throws {ServiceError} `invalid_cursor` if the cursor was not issued here for this scope */
  read(scope: CursorScope, cursor: string): string | number {
    const bytes = Buffer.from(cursor, 'base64url');
    const mac = bytes.subarray(0, macBytes);
    const payload = bytes.subarray(macBytes);
    // Decoding is lenient, but a position has exactly one cursor.
    const canonical = bytes.toString('base64url') === cursor;
    const known = this.#keys.some((key) => {
      const expected = sign(key, scope, payload);
      return mac.length === expected.length && timingSafeEqual(mac, expected);
    });
    if (!known || !canonical)
      throw new ServiceError('invalid_cursor', 'The cursor was not issued for this list.');
    return Position.parse(JSON.parse(payload.toString()));
  }
}

/** 128 bits of the HMAC: enough against forgery, and short cursors. */
const macBytes = 16;

function sign(key: Buffer, scope: CursorScope, payload: Buffer): Buffer {
  // JSON separates the parts, so that no two scopes give the same text.
  const context = JSON.stringify(scope.map((part) => part ?? null));
  return createHmac('sha256', key)
    .update(context)
    .update('\0')
    .update(payload)
    .digest()
    .subarray(0, macBytes);
}
