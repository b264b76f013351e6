import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import { expect, it } from 'vitest';
import type { Encrypted } from '#store/documents/encrypted.ts';
import { DecryptionError, Keyring, type Place } from '#store/credentials/encryption.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const old = key('old');
const current = key('current');
const place: Place = ['connections', 'c1', 'auth'];

it('[connection.secrets-encrypted] what is encrypted shows nothing of the secret, and comes back whole', () => {
  const keyring = new Keyring([current]);
  const { ciphertext } = keyring.encrypt(place, 'hunter2');
  expect(Buffer.from(ciphertext.value()).includes('hunter2')).toBe(false);
  for (const secret of ['', 'hunter2', 'pässwörd 🧵', 'x'.repeat(100_000)]) {
    const encrypted = keyring.encrypt(place, secret);
    expect(encrypted.key_id).toBe('current');
    expect(encrypted.ciphertext.length()).toBe(Buffer.byteLength(secret) + 16);
    expect(keyring.decrypt(place, encrypted)).toBe(secret);
  }
});

it('one secret is encrypted differently each time', () => {
  const keyring = new Keyring([current]);
  const nonces = Array.from({ length: 100 }, () => keyring.encrypt(place, 'hunter2').nonce.toString('hex'));
  expect(new Set(nonces).size).toBe(100);
});

it('[connection.secrets-encrypted] keys rotate: the first encrypts, those after it still decrypt', () => {
  const before = new Keyring([old]).encrypt(place, 'hunter2');
  const rotated = new Keyring([current, old]);
  expect(rotated.decrypt(place, before)).toBe('hunter2');
  const after = rotated.encrypt(place, 'hunter2');
  expect(after.key_id).toBe('current');
  expect(new Keyring([current]).decrypt(place, after)).toBe('hunter2');
});

it('a key that was taken away is named by the error', () => {
  const encrypted = new Keyring([old]).encrypt(place, 'hunter2');
  expect(() => new Keyring([current]).decrypt(place, encrypted)).toThrow(
    new DecryptionError('connections c1 auth is encrypted with the key old, which ENCRYPTION_KEYS lacks'),
  );
});

it.each<[string, Place]>([
  ['another document', ['connections', 'c2', 'auth']],
  ['another field', ['connections', 'c1', 'headers']],
  ['another collection', ['webhooks', 'c1', 'auth']],
  ['the same letters, parted elsewhere', ['connections', 'c1 auth', '']],
])('a ciphertext is of no use in %s', (_, other) => {
  const keyring = new Keyring([current]);
  const encrypted = keyring.encrypt(place, 'hunter2');
  expect(() => keyring.decrypt(other, encrypted)).toThrow(DecryptionError);
});

/** Opens a ciphertext by its parts alone, as somebody would who has a key and the database. */
function openWith(bytes: Buffer, { key_id, nonce, ciphertext }: Encrypted): string {
  const sealed = Buffer.from(ciphertext.value());
  const decipher = createDecipheriv('aes-256-gcm', bytes, Buffer.from(nonce.value()), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(JSON.stringify([key_id, ...place])));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
}

it('[encryption.key-per-place] a field is encrypted with a key that is derived for it, which opens nothing of another field', () => {
  const derive = (...field: string[]) =>
    Buffer.from(hkdfSync('sha256', current.key, '', JSON.stringify(['heddle encryption', ...field]), 32));
  const encrypted = new Keyring([current]).encrypt(place, 'hunter2');
  expect(openWith(derive('connections', 'auth'), encrypted)).toBe('hunter2');
  for (const other of [current.key, derive('connections', 'headers'), derive('webhook_endpoints', 'auth')]) {
    expect(() => openWith(other, encrypted)).toThrow('unable to authenticate data');
  }
});

it('no byte can be changed', () => {
  const keyring = new Keyring([current, old]);
  const encrypted = keyring.encrypt(place, 'hunter2');
  const changed: Encrypted[] = [{ ...encrypted, key_id: 'old' }];
  for (const field of ['nonce', 'ciphertext'] as const) {
    for (const index of encrypted[field].value().keys()) {
      const bytes = Buffer.from(encrypted[field].value());
      bytes.writeUInt8((bytes.readUInt8(index) + 1) % 256, index);
      changed.push({ ...encrypted, [field]: new Binary(bytes) });
    }
  }
  for (const length of [0, 1, 15, 16, 22]) {
    const ciphertext = new Binary(Buffer.from(encrypted.ciphertext.value().subarray(0, length)));
    changed.push({ ...encrypted, ciphertext });
  }
  for (const each of changed) expect(() => keyring.decrypt(place, each)).toThrow(DecryptionError);
});

it('without a key there is no keyring', () => {
  expect(() => new Keyring([])).toThrow('no key to encrypt with');
});
